import type { Operation } from '../../catalog/vocabulary/index.ts';
import { createNotSentError } from '../results/error-result.ts';
import { workflowsToName } from '../workflows/workflow-tools.ts';
import { callInstead, nearestOperations } from './nearest-operations.ts';
import { namedOperation } from './named-operation.ts';

/**
 * The operation a model means: by name (`storylines.create`), as a tool (`storylines_create`), or by
 * address (`POST /projects/12/storylines`). An alias gives the operation it stands for.
 * @throws VisibilityError `unknown_operation`, with the nearest names.
 */
export async function resolveOperation(name: string): Promise<Operation> {
  const trimmedName = name.trim();
  const operation = namedOperation(trimmedName);
  if (operation) return operation;
  const { names: near, notOffered: why } = await nearestOperations(trimmedName);
  const [first] = near;
  const isTool = workflowsToName(false).some((tool) => tool.name === trimmedName);
  throw createNotSentError(
    'unknown_operation',
    `${isTool ? `${trimmedName} is a tool of its own: call it directly` : `There is no operation ${JSON.stringify(trimmedName.slice(0, 80))}`}${why ? `: ${why}` : '.'}${first ? ` Did you mean ${near.join(', ')}?` : ''}`,
    isTool ? `${trimmedName} {…}` : first ? callInstead(first) : 'find_operations {} lists the families',
    first ? { nearest: near } : undefined,
  );
}
