import { pinOf, type Pins } from '../catalog/pins.ts';
import type { ProjectKind } from '../catalog/operation.ts';
import type { Tool } from './tool.ts';
import type { Workflow } from './workflows/shared/define-workflow.ts';

/** The arguments of workflows that name a project. */
const kinds: ReadonlyMap<string, ProjectKind> = new Map([
  ['project', 'project'],
  ['brand', 'tracking project'],
]);

/** A workflow as pins leave it: without the argument that they decide, or left out. */
export function pinnedTool(tool: Workflow, pins: Pins | undefined): readonly Tool[] {
  if (!pins) return [tool];
  if (tool.unlessPinned.some((kind) => pinOf(pins, kind) !== undefined)) return [];
  const { properties = {}, ...schema } = tool.inputSchema as {
    readonly properties?: Readonly<Record<string, unknown>> | undefined;
  };
  const shown = Object.entries(properties).filter(([name]) => {
    const kind = kinds.get(name);
    return kind === undefined || pinOf(pins, kind) === undefined;
  });
  return [{ ...tool, inputSchema: { ...schema, properties: Object.fromEntries(shown) } }];
}
