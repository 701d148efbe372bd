import { findOperation, operationNamed } from '../../catalog/index.ts';
import type { Entry } from '../../state/entry.ts';
import { readContent } from '../decoding/unwrap-answer.ts';

/** The newest answer on record for a call, without its wrappers: of a job, what the watching operation said. */
export function resultOf({ operation: name, answer }: Entry): unknown {
  const operation = findOperation(name);
  if (!operation?.job) return answer;
  const { watch, find } = operation.job;
  // A job that is one of a list is recorded as the answer to its start, brought up to date.
  return readContent(find ? operation.answer : operationNamed(watch).answer, answer).data;
}
