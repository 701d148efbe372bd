import { operationNamed } from '../../catalog/index.ts';
import type { Arguments, Operation } from '../../catalog/vocabulary/index.ts';
import { callWithSameIds } from '../results/next-of.ts';
import { changedError, type VisibilityError } from '../../client/errors.ts';

/**
 * A refusal with the operation that removes its cause: a complete call where all its arguments are known
 * from the refused call, and it costs nothing; else as what to describe first. Other errors pass as they are.
 */
export function withWayOut(error: VisibilityError, operation: Operation, args: Arguments): VisibilityError {
  const { status } = error;
  if (status === undefined || Object.keys(error.fields ?? {}).length > 0) return error;
  const name = operation.remedies[error.code] ?? operation.remedies[status];
  if (name === undefined) return error;
  const remedy = operationNamed(name);
  const needsMore = remedy.method === 'PUT' || remedy.method === 'PATCH' || remedy.effect === 'paid';
  const call = (needsMore ? undefined : callWithSameIds(remedy, operation, args)) ?? describing(name);
  const reads = remedy.effect === 'read';
  const what = reads ? `${name} shows how it stands` : `If the state is in the way, ${name} changes it`;
  return changedError(error, {
    next: `${what}: ${call}.${reads ? '' : ' Then repeat this call.'}${operation.effect === 'paid' ? ' Nothing was charged.' : ''}`,
  });
}

const describing = (name: string): string => `describe_operation ${JSON.stringify({ operation: name })}`;
