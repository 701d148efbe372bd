import { findOperation, type Operation } from '../../catalog/index.ts';
import type { Reply } from '../../client/index.ts';
import { resolveSource } from '../../client/answers/watch-arguments.ts';
import { formatCall } from '../definition/format-call.ts';
import type { Fields } from '../../base/index.ts';

/**
 * The free read that shows the effect of a call, if its answer does not. If the arguments of the read do not follow
 * from the call, a sentence says where the effect shows. `reply.shows` is the client's text about a call that was only
 * accepted. Undefined if the answer shows the effect.
 */
export function nextOf(
  operation: Operation,
  args: Fields,
  { shows: accepted, data }: Pick<Reply, 'shows' | 'data'>,
): string | undefined {
  const { shows } = operation;
  if (shows === undefined) return accepted;
  const [name = ''] = shows.match(/\b[a-z_]+\.[a-z_]+\b/) ?? [];
  const there = findOperation(name);
  const sources = operation.showsWith && Object.entries(operation.showsWith);
  const input = sources?.map(([argument, source]) => [argument, resolveSource(source, args, data)] as const);
  const call = there && (input ? callOf(there, Object.fromEntries(input)) : callWithSameIds(there, operation, args));
  if (call === undefined) return accepted ?? `It will show in ${shows}.`;
  if (accepted !== undefined) return `${accepted} ${call}`;
  return shows === name ? call : `It will show in ${shows}: ${call}`;
}

/** A call with the ids in the path of another call; undefined if it needs more arguments. */
export function callWithSameIds(there: Operation, { path }: Operation, args: Fields): string | undefined {
  const own = idsIn(path);
  const values = [...idsIn(there.path)].map(([of, name]) => [name, args[own.get(of) ?? '']] as const);
  return callOf(there, Object.fromEntries(values));
}

const callOf = (operation: Operation, input: Fields): string | undefined =>
  operation.input.safeParse(input).success ? formatCall(operation, input) : undefined;

/** The path parameters, by the part of the path before each. */
const idsIn = (path: string): ReadonlyMap<string, string> =>
  new Map(Array.from(path.matchAll(/([^/]+)\/\{(\w+)\}/g), ([, of = '', name = '']) => [of, name]));
