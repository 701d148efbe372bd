import * as z from 'zod';
import { operationNamed } from '../../catalog/index.ts';
import type { Arguments, Operation } from '../../catalog/vocabulary/index.ts';
import { formatCall } from '../definition/format-call.ts';
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
  const call = spelled(remedy, operation, args) ?? `describe_operation {"operation":"${name}"}`;
  const what =
    remedy.effect === 'read' ? `${name} shows how it stands` : `If the state is in the way, ${name} changes it`;
  const then = remedy.effect === 'read' ? '' : ' Then repeat this call.';
  return changedError(error, {
    next: `${what}: ${call}.${then}${operation.effect === 'paid' ? ' Nothing was charged.' : ''}`,
  });
}

/** The remedy as a call, where its arguments stand at the same place of the refused call's address. */
function spelled(remedy: Operation, refused: Operation, args: Arguments): string | undefined {
  const isUpdate = remedy.method === 'PUT' || remedy.method === 'PATCH';
  if (remedy.effect === 'paid' || isUpdate) return undefined;
  const required = requiredArguments(remedy);
  const isComplete = required.every(
    (name) =>
      args[name] !== undefined && before(remedy, name) !== undefined && before(remedy, name) === before(refused, name),
  );
  return isComplete ? formatCall(remedy, Object.fromEntries(required.map((name) => [name, args[name]]))) : undefined;
}

const requiredArguments = ({ input }: Operation): string[] =>
  Object.entries(input.shape)
    .filter(([, type]) => !(type instanceof z.ZodOptional) && !(type instanceof z.ZodDefault))
    .map(([name]) => name);

/** The part of the address before a parameter: where it is the same in two operations, the parameter means the same. */
const before = ({ path }: Operation, name: string): string | undefined =>
  path.includes(`{${name}}`) ? path.slice(0, path.indexOf(`{${name}}`)) : undefined;
