import { fieldOf } from '../../base/json/field-of.ts';
import type { Arguments, Job, Source } from '../../catalog/index.ts';
import { pick } from '../http/request/path.ts';

/** Resolves the arguments of the watching operation; undefined if the answer lacks one of them. */
export function watchArguments(
  sources: Job['with'],
  input: Arguments,
  rawJson: unknown,
): Record<string, unknown> | undefined {
  const resolved = Object.entries(sources).map(
    ([name, source]) => [name, resolveSource(source, input, rawJson)] as const,
  );
  return resolved.every(([, value]) => typeof value === 'string' || typeof value === 'number')
    ? Object.fromEntries(resolved)
    : undefined;
}

/** What an answer holds where it names no record. Databases give 0 to a record that was not stored. */
const none: ReadonlySet<unknown> = new Set([undefined, null, '', 0, '0']);

/** The value of an argument's source: an argument of the call, a constant, or the first path of the answer that holds a value. */
export function resolveSource(source: Source, input: Arguments, rawJson: unknown): unknown {
  if ('input' in source) return input[source.input] ?? fieldOf(input['body'], source.input);
  if ('constant' in source) return source.constant;
  for (const path of source.answer) {
    const value = pick(rawJson, path);
    if (!none.has(value)) return value;
  }
  return undefined;
}
