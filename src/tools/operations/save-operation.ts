import { definedFields } from '../../base/json/defined-fields.ts';
import type { Arguments, Operation } from '../../catalog/vocabulary/index.ts';
import type { Reply } from '../../client/calls/reply.ts';
import { systemClock } from '../../base/clock.ts';
import type { Platform } from '../../client/platform.ts';
import { resolveProjectNames } from '../../client/names/resolve-project-names.ts';
import { saveList } from './save-list.ts';
import type { TableEnding } from '../../programs/platform/saving/save-rows.ts';
import { project } from '../projection/project.ts';
import { fileLine, linkToFile, projectionResult } from '../results/result.ts';
import type { ToolContext, ToolResult } from '../definition/tool.ts';
import { now } from '../definition/now.ts';
import { callOperation } from '../calls/call-operation.ts';
import { maxWaitSeconds, type Waiting } from '../definition/waiting.ts';

interface SaveOrder extends Waiting {
  readonly save: TableEnding;
  readonly fields?: readonly string[] | undefined;
}

/** A read whose list goes into a file, all pages of it. A caller that asked for progress is taken to wait. */
export async function saveOperation(
  client: Platform,
  operation: Operation,
  givenWithNames: Arguments,
  { save, fields, waitSeconds }: SaveOrder,
  context: ToolContext,
): Promise<ToolResult> {
  const args = await resolveProjectNames(client, operation, givenWithNames, now(context));
  const seconds = context.onProgress ? Math.max(waitSeconds, maxWaitSeconds) : waitSeconds;
  const saved = await saveList(
    client,
    operation,
    args,
    (page, wait): Promise<Reply> =>
      callOperation(client, operation, page, { waitSeconds: wait }, { ...context, onProgress: undefined }),
    {
      as: save,
      name: await client.files.nameOf(operation, givenWithNames, save),
      columns: fields,
      forMs: context.waitsUntilDone ? undefined : seconds * 1000,
      separator: context.csvSeparator,
      clock: context.clock ?? systemClock,
      signal: context.signal,
      onProgress: context.onProgress,
    },
  );
  const { file, first, count, columns, pages, incomplete, changed, isOutOfTime } = saved;
  const data = { count, columns, first };
  const beside = definedFields({
    pages: pages > 1 ? pages : undefined,
    incomplete,
    changed,
    next: isOutOfTime ? moreTime : undefined,
  });
  return {
    ...projectionResult(
      { ...project(data, { format: 'detailed', budget: shownLength }), plain: () => data },
      { file: fileLine(file), ...beside },
    ),
    link: 'uri' in file ? linkToFile(file) : undefined,
  };
}

const moreTime =
  'On a terminal it may take as long as it needs: visibility-mcp call call_read … --save FILE. Here, save a part of it by the filters of the list.';

/** Maximum characters of a saved list that the result shows. */
const shownLength = 4_000;
