import { isFields } from '../../base/json/is-fields.ts';
import { isDeepStrictEqual } from 'node:util';
import { numberInId } from '../../catalog/vocabulary/id-text.ts';
import type { Arguments, Operation } from '../../catalog/index.ts';
import { snakeCased } from '../../base/json/snake-cased.ts';
import { percentDecoded } from '../../base/text/percent-decoded.ts';
import { pick } from '../http/request/path.ts';

/** Whether an answer to a start holds a field, at any depth, that the platform shows only once. */
export const hasShownOnce = (operation: Operation, started: unknown): boolean =>
  isFields(started) &&
  Object.entries(started).some(
    ([name, value]) => operation.shownOnce.includes(snakeCased(name)) || hasShownOnce(operation, value),
  );

/** A copy of an answer without the fields that the platform shows only once, at any depth and in any spelling of their names. */
export function withoutShownOnce(operation: Operation, rawJson: unknown): unknown {
  if (operation.shownOnce.length === 0 || !isFields(rawJson)) return rawJson;
  return Object.fromEntries(
    Object.entries(rawJson)
      .filter(([name]) => !operation.shownOnce.includes(snakeCased(name)))
      .map(([name, value]) => [name, withoutShownOnce(operation, value)]),
  );
}

/**
 * The fields of an answer to a start that the result does not have: all of them while there is no result (`data` null). `status` is
 * left out once there is one, since the result's is newer. Undefined if no field remains.
 */
export function beyondResult(started: unknown, data: unknown): unknown {
  if (!isFields(started)) return started === null || isDeepStrictEqual(started, data) ? undefined : started;
  const result = isFields(data) ? data : {};
  const isOver = data !== null && data !== undefined;
  const fields = Object.entries(started).filter(
    ([name, value]) => !(isOver && (name === 'status' || name in result)) && !isDeepStrictEqual(value, result[name]),
  );
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

/**
 * Whether the platform only accepted (202) a call that returns its result immediately by the contract, and the answer has none of the
 * declared result fields. Such an answer describes the start and must not be returned as the result.
 */
export function isOnlyAccepted({ status: declared, answer, job }: Operation, status: number, data: unknown): boolean {
  if (job || status !== 202 || declared === 202) return false;
  if (!isFields(data) || !('shape' in answer)) return true;
  return !Object.keys(answer.shape).some((name) => !isAboutStart.test(name) && hasValue(data[name]));
}

/** Names of fields that describe the start rather than its result. */
const isAboutStart = /(^|_)(ids?|status|state|message|url|at|format)$/;

const hasValue = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Text that says where to find the effect of a call that was only accepted. */
export const whereItShows = ({ shows }: Operation): string =>
  shows === undefined
    ? 'The platform accepted it (202) and gives the result later, not in this answer. The contract does not say where: files.list and exports.list have what the team has generated. Do not repeat the call: it was charged.'
    : `The platform accepted it (202); its effect will show in ${shows}. Do not repeat the call: it was charged.`;

/** Reads the arguments of the watching operation from the polling address in the answer: `poll_url`, `status_url` or `Location`. */
export function argumentsInAddress(
  watching: Operation,
  rawJson: unknown,
  location: string | undefined,
): Arguments | undefined {
  const pattern = new RegExp(`${watching.path.replace(/[.]/g, '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/?#]+)')}$`);
  for (const address of [pick(rawJson, 'poll_url'), pick(rawJson, 'status_url'), location]) {
    if (typeof address !== 'string') continue;
    const groups = pattern.exec(address.split(/[?#]/, 1)[0] ?? '')?.groups;
    if (groups)
      return Object.fromEntries(
        Object.entries(groups).map(([name, text]) => {
          const value = percentDecoded(text) ?? text;
          return [name, numberInId(value) ?? value];
        }),
      );
  }
  return undefined;
}
