import { pinOf, type Pins } from '../catalog/pins.ts';
import type { ProjectKind } from '../catalog/operation.ts';
import type { Tool } from './tool.ts';

/** The arguments of workflows that name a project. */
const kinds: ReadonlyMap<string, ProjectKind> = new Map([
  ['project', 'project'],
  ['brand', 'tracking project'],
]);

/** Workflows whose operations could be about other projects, by what must be pinned. */
const aboutOthers: ReadonlyMap<string, readonly ProjectKind[]> = new Map([
  ['track_brand', ['tracking project']],
  ['ask_agent', ['project', 'tracking project']],
]);

/** A workflow as pins leave it: without the argument that they decide, or left out. */
export function pinnedTool(tool: Tool, pins: Pins | undefined): readonly Tool[] {
  if (!pins) return [tool];
  if (aboutOthers.get(tool.name)?.some((kind) => pinOf(pins, kind) !== undefined)) return [];
  const { properties = {}, ...schema } = tool.inputSchema as {
    readonly properties?: Readonly<Record<string, unknown>> | undefined;
  };
  const shown = Object.entries(properties).filter(([name]) => {
    const kind = kinds.get(name);
    return kind === undefined || pinOf(pins, kind) === undefined;
  });
  return [{ ...tool, inputSchema: { ...schema, properties: Object.fromEntries(shown) } }];
}
