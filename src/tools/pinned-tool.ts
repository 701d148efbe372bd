import { pinOf, type Pins } from '../catalog/pins.ts';
import type { ProjectKind } from '../catalog/project-arguments.ts';
import type { Tool } from './tool.ts';

/** The arguments of workflows that name a project. */
const kinds: ReadonlyMap<string, ProjectKind> = new Map([
  ['project', 'project'],
  ['brand', 'tracking project'],
]);

/** Brings another brand into tracking than the one that calls are tied to. */
const aboutOthers: ReadonlySet<string> = new Set(['track_brand']);

/** A workflow as pins leave it: without the argument that they decide, or left out. */
export function pinnedTool(tool: Tool, pins: Pins | undefined): readonly Tool[] {
  if (!pins) return [tool];
  if (aboutOthers.has(tool.name)) return pins.trackingProject === undefined ? [tool] : [];
  const { properties = {}, ...schema } = tool.inputSchema as {
    readonly properties?: Readonly<Record<string, unknown>>;
  };
  const shown = Object.entries(properties).filter(([name]) => {
    const kind = kinds.get(name);
    return kind === undefined || pinOf(pins, kind) === undefined;
  });
  return [{ ...tool, inputSchema: { ...schema, properties: Object.fromEntries(shown) } }];
}
