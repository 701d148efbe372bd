import { operationNamed } from '../catalog/index.ts';
import type { Answer, Operation } from '../catalog/operation.ts';
import { priceInWords, termsInWords } from '../tools/schema/price-in-words.ts';
import { recordType, typeOf, type Writing } from './typescript-of.ts';

/** The type of an operation's arguments; undefined where it takes none. */
export const inputType = (operation: Operation, writing: Writing = {}): string | undefined =>
  Object.keys(operation.input.shape).length === 0 ? undefined : typeOf(operation.input, writing);

/** Whether an operation can be called without arguments. */
export const needsInput = ({ input }: Operation): boolean =>
  Object.values(input.shape).some((field) => !field.safeParse(undefined).success);

/** The type of `data`: of one record where `isList`, of the whole otherwise. */
export function dataType(answer: Answer, writing: Writing = {}): { readonly type: string; readonly isList: boolean } {
  switch (answer.kind) {
    case 'flat':
    case 'one':
      return { type: recordType(answer.shape, writing), isList: false };
    case 'list':
    case 'rows':
    case 'ndjson':
      return { type: recordType(answer.shape, writing), isList: true };
    case 'csv':
      return {
        type: `{${answer.columns.map((column) => `readonly ${JSON.stringify(column)}?: string`).join('; ')}}`,
        isList: true,
      };
    case 'binary':
      return { type: '{ readonly mime_type: string; readonly size_bytes: number }', isList: false };
    case 'nothing':
      return { type: 'null', isList: false };
  }
}

/** What an operation ends with: its own answer, or what is read when its job is done; of a job among others, one record. */
export function endType({ answer, job }: Operation, writing: Writing = {}): ReturnType<typeof dataType> {
  if (!job) return dataType(answer, writing);
  const end = dataType(operationNamed(job.fetch ?? job.watch).answer, writing);
  return job.find && job.fetch === undefined ? { type: 'unknown', isList: false } : end;
}

/** The operation whose record type an operation gives: several that end with the same share it. */
export const endsWith = ({ name, job }: Operation): string => job?.fetch ?? job?.watch ?? name;

/** Whether the list comes in pages. */
export const isPaged = ({ answer }: Operation): boolean => answer.kind === 'list' && answer.perPage !== undefined;

/** Facts needed before calling it, a line each. */
export function notesOf(operation: Operation): string[] {
  const { does, price, effect, job, method, path, limits, shows } = operation;
  const terms = termsInWords(price);
  return [
    `${does}.`,
    `Effect: ${effect}. Price: ${priceInWords(price)}${terms ? `; ${terms}` : ''}.`,
    ...(job ? [`Starts a job and waits for it, usually ${job.usually} s.`] : []),
    ...limits.map(({ requests, per, scope }) => `At most ${requests} in ${per} s a ${scope}.`),
    ...(shows === undefined ? [] : [`${shows}.`]),
    `${method} ${path}`,
  ];
}

/**
 * One line for a program: how the operation is called and what it gives.
 *
 * @example `platform.articles.get({id: number}): {id?: number; title?: string}`
 */
export function signatureOf(operation: Operation): string {
  const input = inputType(operation, { short: true });
  const { type, isList } = endType(operation, { short: true });
  const given = input === undefined ? '' : `${needsInput(operation) ? '' : 'input?: '}${input}`;
  return `platform.${operation.name}(${given}): ${isList ? `${type}[]` : type}`;
}
