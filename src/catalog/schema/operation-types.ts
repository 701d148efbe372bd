import { operationNamed } from '../index.ts';
import { projectArguments } from '../project-arguments.ts';
import type { Answer, Operation } from '../vocabulary/index.ts';
import { priceAndTerms } from './price-line.ts';
import { recordType, schemaOf, typeText, type Writing } from './typescript-of.ts';

/** Name of the type of an argument that is a project, and the types that it stands for. */
export const projectReference = 'ProjectReference';
export const projectReferenceTypes: readonly string[] = ['integer', 'string'];

/** The type of an operation's arguments; undefined where it takes none. A project is named by its id, its name or its domain. */
export function inputType(operation: Operation, writing: Writing = {}): string | undefined {
  if (Object.keys(operation.input.shape).length === 0) return undefined;
  const schema = schemaOf(operation.input, 'input');
  const projectType = writing.short ? projectReferenceTypes : projectReference;
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    projectArguments(operation).has(name) ? { ...property, type: projectType } : property,
  ]);
  return typeText(
    { ...schema, properties: Object.fromEntries(properties) as NonNullable<typeof schema.properties> },
    writing,
    '',
  );
}

/** Whether an operation can be called without arguments. */
export const needsInput = ({ input }: Operation): boolean =>
  Object.values(input.shape).some((field) => !field.safeParse(undefined).success);

/** The type of `data`. With `isList` it is the type of one record of a list. */
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

/**
 * Type of the final result: the operation's own answer, or the result of its job; for a job in a list of jobs, its record there.
 *
 * @param typeNamed the type of an operation's own record
 */
export function endType(operation: Operation, typeNamed = shortTypeNamed): ReturnType<typeof dataType> {
  const names = endsWith(operation);
  const type = names.map(typeNamed).join(' & ');
  const isList = dataType(operationNamed(names[0] ?? operation.name).answer).isList;
  return { type: names.length > 1 && mayEndAtOnce(operation) ? `Partial<${type}>` : type, isList };
}

const shortTypeNamed = (name: string): string => dataType(operationNamed(name).answer, { short: true }).type;

/**
 * The operations whose answers make up the final result. A job in a list of jobs gives the answer to its start together with its record of
 * the list; a job that may end at once gives one or the other.
 */
export function endsWith(operation: Operation): readonly string[] {
  const { name, job } = operation;
  const end = job?.fetch ?? job?.watch;
  if (end === undefined) return [name];
  const isBoth = (job?.find && job.fetch === undefined) || mayEndAtOnce(operation);
  return isBoth ? [name, end] : [end];
}

const mayEndAtOnce = ({ otherwiseStatus }: Operation): boolean => Object.keys(otherwiseStatus).length > 0;

/** Facts that a caller needs, one on each line. */
export function notesOf(operation: Operation): string[] {
  const { does, price, effect, job, method, path, limits, shows } = operation;
  return [
    `${does}.`,
    `Effect: ${effect}. Price: ${priceAndTerms(price)}.`,
    ...(job ? [`Starts a job and waits for it, usually ${job.usually} s.`] : []),
    ...limits.map(({ requests, per, scope }) => `At most ${requests} in ${per} s a ${scope}.`),
    ...(shows === undefined ? [] : [`${shows}.`]),
    `${method} ${path}`,
  ];
}

/**
 * One line for a program: how it calls the operation, and the type that it gets.
 *
 * @example `platform.articles.get({id: number}): {id?: number; title?: string}`
 */
export function signatureOf(operation: Operation): string {
  const input = inputType(operation, { short: true });
  const { type, isList } = endType(operation);
  const inputParameter = input === undefined ? '' : `${needsInput(operation) ? '' : 'input?: '}${input}`;
  return `platform.${operation.name}(${inputParameter}): ${isList ? `${type}[]` : type}`;
}
