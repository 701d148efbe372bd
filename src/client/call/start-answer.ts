import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '../../catalog/operation.ts';

type Fields = Readonly<Record<string, unknown>>;

/** `{data: …}` as its content; anything else as it is. */
export const unwrapped = (said: unknown): unknown =>
  isFields(said) && 'data' in said && Object.keys(said).length === 1 ? said['data'] : said;

/** Whether `started` holds something that the platform shows only once. */
export const hasShownOnce = ({ shownOnce }: Operation, started: unknown): boolean =>
  isFields(started) && shownOnce.some((name) => name in started);

/** An answer without what the platform shows only once, wherever a `data` wrapper puts it. */
export function withoutShownOnce(operation: Operation, said: unknown): unknown {
  if (operation.shownOnce.length === 0 || !isFields(said)) return said;
  return Object.fromEntries(
    Object.entries(said)
      .filter(([name]) => !operation.shownOnce.includes(name))
      .map(([name, value]) => [name, name === 'data' ? withoutShownOnce(operation, value) : value]),
  );
}

/**
 * What the answer to a start said beyond the result: everything while there is none (`data` null); then what is not in
 * it. States are left out then, since the result's are newer. Undefined where nothing remains.
 */
export function beyondResult(started: unknown, data: unknown): unknown {
  if (!isFields(started)) return started === null || isDeepStrictEqual(started, data) ? undefined : started;
  const result = isFields(data) ? data : {};
  const isOver = data !== null && data !== undefined;
  const left = Object.entries(started).filter(
    ([name, value]) => !(isOver && (name === 'status' || name in result)) && !isDeepStrictEqual(value, result[name]),
  );
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
