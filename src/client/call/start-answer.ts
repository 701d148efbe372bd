import { isFields } from '../../json/is-fields.ts';
import { isDeepStrictEqual } from 'node:util';
import { operationNamed } from '../../catalog/index.ts';
import { numberInId } from '../../catalog/id-text.ts';
import type { Arguments, Job, Operation } from '../../catalog/operation.ts';
import { idSourceOf, isList } from '../../catalog/id-source.ts';
import type { Entry } from '../../state/entry.ts';
import { snakeCased } from '../../json/snake-cased.ts';
import { resolve } from '../jobs/job-status.ts';
import { timesMade } from '../jobs/watched-rows.ts';
import { onlyIdentifier } from './only-identifier.ts';
import { pick } from '../request/path.ts';

/** Whether `started` holds something that the platform shows only once. */
export const hasShownOnce = (operation: Operation, started: unknown): boolean =>
  isFields(started) &&
  Object.entries(started).some(
    ([name, value]) => operation.shownOnce.includes(snakeCased(name)) || hasShownOnce(operation, value),
  );

/** An answer without what the platform shows only once, wherever it stands and however the name is spelled. */
export function withoutShownOnce(operation: Operation, rawJson: unknown): unknown {
  if (operation.shownOnce.length === 0 || !isFields(rawJson)) return rawJson;
  return Object.fromEntries(
    Object.entries(rawJson)
      .filter(([name]) => !operation.shownOnce.includes(snakeCased(name)))
      .map(([name, value]) => [name, withoutShownOnce(operation, value)]),
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
  const fields = Object.entries(started).filter(
    ([name, value]) => !(isOver && (name === 'status' || name in result)) && !isDeepStrictEqual(value, result[name]),
  );
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

/**
 * Whether the platform only accepted a call that makes something at once by the contract: 202, and none of what the call makes in the answer.
 * Then the answer is what was said about the start, and must not pass for the result.
 */
export function isOnlyAccepted({ status: declared, answer, job }: Operation, status: number, data: unknown): boolean {
  if (job || status !== 202 || declared === 202) return false;
  if (!isFields(data) || !('shape' in answer)) return true;
  return !Object.keys(answer.shape).some((name) => !isAboutStart.test(name) && hasValue(data[name]));
}

/** Names of fields that say what was started, and not what came of it. */
const isAboutStart = /(^|_)(ids?|status|state|message|url|at|format)$/;

const hasValue = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** In words, where the effect of a call that was only accepted shows. */
export const whereItShows = ({ shows }: Operation): string =>
  shows === undefined
    ? 'The platform accepted it (202) and gives the result later, not in this answer. The contract does not say where: files.list and exports.list have what the team has generated. Do not repeat the call: it was charged.'
    : `The platform accepted it (202); its effect will show in ${shows}. Do not repeat the call: it was charged.`;

/** The arguments of the watching operation, out of an address that the start gave for it: `poll_url`, `status_url` or `Location`. */
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
      return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, numberInId(value) ?? value]));
  }
  return undefined;
}

/**
 * The same, where the answer has one identifier only, under a name that the contract does not state for it. It may be another thing's, such as that
 * of the task in place of the article: what it leads to counts only once it is known not to be older than the start (`Baseline.madeAfter`).
 */
export function likelyArguments({ job }: Operation, input: Arguments, rawJson: unknown): Arguments | undefined {
  const parameter = job && missingArgument(job, input, rawJson);
  // What the caller was to name, such as a project, is nothing that the start has made.
  if (!job || parameter === undefined || 'input' in (job.with[parameter] ?? {})) return undefined;
  const watching = operationNamed(job.watch);
  const withValue = (value: unknown): Arguments => watchedBy(job, input, rawJson, parameter, value);
  const identifier = onlyIdentifier(
    rawJson,
    input,
    watching,
    (value) => watching.input.safeParse(withValue(value)).success,
  );
  return identifier === undefined ? undefined : withValue(identifier);
}

/** The only argument of the watching operation that the answer to the start does not give; undefined where there are several. */
function missingArgument(job: Job, input: Arguments, rawJson: unknown): string | undefined {
  const [parameter, ...more] = Object.entries(job.with).flatMap(([name, source]) =>
    resolve(source, input, rawJson) === undefined ? [name] : [],
  );
  return more.length > 0 ? undefined : parameter;
}

const watchedBy = (job: Job, input: Arguments, rawJson: unknown, parameter: string, value: unknown): Arguments => ({
  ...Object.fromEntries(Object.entries(job.with).map(([name, source]) => [name, resolve(source, input, rawJson)])),
  [parameter]: value,
});

/**
 * The list that shows what was started, and its arguments, where the answer to the start names nothing. Undefined where the documents have none, it
 * asks for more than the start was given, or its rows do not say when they were made.
 */
export function listOfStarted({ job }: Operation, input: Arguments, rawJson: unknown): Entry['watch'] | undefined {
  // What is no JSON may come from something in front of the platform: nothing tells that it accepted the start.
  const isPage = isFields(rawJson) && typeof rawJson['media_type'] === 'string';
  const parameter = job && !isPage ? missingArgument(job, input, rawJson) : undefined;
  const list = parameter === undefined ? undefined : idSourceOf(operationNamed(job?.watch ?? ''), parameter);
  if (!list || !isList(list) || !('shape' in list.answer)) return undefined;
  const { shape } = list.answer;
  if (!timesMade.some((name) => Object.hasOwn(shape, name))) return undefined;
  const given = list.params.map((name) => [name, input[name] ?? input[`${name}_id`]] as const);
  return given.every(([, value]) => value !== undefined)
    ? { operation: list.name, arguments: Object.fromEntries(given) }
    : undefined;
}

/** What a job is watched by once its row has been found in that list. */
export function watchOfRow(job: Job, { arguments: input, answer }: Entry, id: unknown): NonNullable<Entry['watch']> {
  const parameter = missingArgument(job, input, answer) ?? 'id';
  return { operation: job.watch, arguments: watchedBy(job, input, answer, parameter, id) };
}

/** The id of the row of a list that describes a job, where its start names it by another name than the contract does. */
export const likelyRow = ({ job }: Operation, input: Arguments, rawJson: unknown): string | number | undefined =>
  job?.find && resolve(job.find, input, rawJson) === undefined
    ? onlyIdentifier(rawJson, input, operationNamed(job.watch), () => true)
    : undefined;
