import { findOperation, operationNamed } from '../../catalog/index.ts';
import type { Entry } from '../../state/entry.ts';
import { contentOf } from '../answers/index.ts';

/** The latest recorded answer of a call; for a job that of its watching operation, unwrapped from its envelope. */
export function resultOf({ operation: name, answer }: Entry): unknown {
  const operation = findOperation(name);
  if (!operation?.job) return answer;
  const { watch, find } = operation.job;
  // For a job with its own list row, the answer to its start is recorded, updated from the row.
  return contentOf(find ? operation.answer : operationNamed(watch).answer, answer).data;
}
