import { findOperation } from '../../catalog/index.ts';
import type { Operation } from '../../catalog/vocabulary/index.ts';
import type { Reply } from '../../client/calls/reply.ts';
import { resolveSource } from '../../client/answers/watch-arguments.ts';
import { formatCall } from '../definition/format-call.ts';
import type { Fields } from '../../base/json/is-fields.ts';

/**
 * The free read that shows the effect of a call which its own answer does not show. It is about what the call named; where that
 * does not tell which one to read, words alone say where it shows. `reply.shows` is what the client says of a call that was only
 * accepted. Undefined where the answer is the effect.
 */
export function nextOf(
  operation: Operation,
  args: Fields,
  { shows: accepted, data }: Pick<Reply, 'shows' | 'data'>,
): string | undefined {
  const { shows } = operation;
  if (shows === undefined) return accepted;
  const [name = ''] = shows.match(/\b[a-z_]+\.[a-z_]+\b/) ?? [];
  const call = readOf(findOperation(name), operation, args, data);
  if (call === undefined) return accepted ?? `It will show in ${shows}.`;
  if (accepted !== undefined) return `${accepted} ${call}`;
  return shows === name ? call : `It will show in ${shows}: ${call}`;
}

/** Undefined where it needs more than the call has. */
function readOf(
  there: Operation | undefined,
  { path, showsWith }: Operation,
  args: Fields,
  data: unknown,
): string | undefined {
  if (!there) return undefined;
  const sources = showsWith && Object.entries(showsWith);
  const own = idsIn(path);
  const values = sources
    ? sources.map(([name, source]) => [name, resolveSource(source, args, data)] as const)
    : [...idsIn(there.path)].map(([of, name]) => [name, args[own.get(of) ?? '']] as const);
  const input = Object.fromEntries(values);
  return there.input.safeParse(input).success ? formatCall(there, input) : undefined;
}

/** The path parameters, by the part of the address before each. */
const idsIn = (path: string): ReadonlyMap<string, string> =>
  new Map(Array.from(path.matchAll(/([^/]+)\/\{(\w+)\}/g), ([, of = '', name = '']) => [of, name]));
