import * as z from 'zod';
import { operationNamed } from '../index.ts';
import { projectArguments } from '../project-arguments.ts';
import type { Answer, Operation, Shape } from '../vocabulary/index.ts';
import { type JsonSchema, plainSchema } from './json-schema.ts';
import { priceAndTerms } from './price-line.ts';
import { boundsOf } from './short-type.ts';

/** Name of the type of a project argument, and the types that it stands for. */
export const projectReference = 'ProjectReference';
export const projectReferenceTypes: readonly string[] = ['integer', 'string'];

/** The type of an operation's arguments; undefined if it takes none. A project is given by its id, its name or its domain. */
export function inputType(operation: Operation): string | undefined {
  const { properties = {}, ...schema } = plainSchema(operation.input, 'input');
  if (Object.keys(properties).length === 0) return undefined;
  const projects = projectArguments(operation);
  const arguments_ = Object.entries(properties).map(([name, property]): [string, JsonSchema] => [
    name,
    projects.has(name) ? { ...property, type: projectReference } : property,
  ]);
  return typeText({ ...schema, properties: Object.fromEntries(arguments_) });
}

/** Whether an operation cannot be called without arguments. */
export const needsInput = ({ input }: Operation): boolean =>
  Object.values(input.shape).some((field) => !field.safeParse(undefined).success);

/** The type of `data`. With `isList` it is the type of one record of a list. */
export function dataType(answer: Answer): { readonly type: string; readonly isList: boolean } {
  switch (answer.kind) {
    case 'flat':
    case 'one':
      return { type: recordType(answer.shape), isList: false };
    case 'list':
    case 'rows':
    case 'ndjson':
      return { type: recordType(answer.shape), isList: true };
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

/** The type of a record. Fields that the contract promises are required; if it shows no field, any record. */
const recordType = (shape: Shape): string =>
  Object.keys(shape).length === 0 ? anyRecord : typeText(plainSchema(z.looseObject(shape), 'output'));

/**
 * Type of the final result: the operation's own answer, or the result of its job; for a job in a list of jobs, its record there.
 * @param typeNamed the type of an operation's own record
 */
export function resultType(
  operation: Operation,
  typeNamed = (name: string): string => dataType(operationNamed(name).answer).type,
): ReturnType<typeof dataType> {
  const names = resultOperations(operation);
  const type = names.map(typeNamed).join(' & ');
  const { isList } = dataType(operationNamed(names[0] ?? operation.name).answer);
  return { type: names.length > 1 && mayEndAtOnce(operation) ? `Partial<${type}>` : type, isList };
}

/**
 * The operations whose answers make up the final result. A job in a list of jobs returns the answer to its start together
 * with its record in the list; a job that may end at once returns one or the other.
 */
export function resultOperations(operation: Operation): readonly string[] {
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
 * @example `platform.articles.get({id: number}): {id?: number; title?: string}`
 */
export function signatureOf(operation: Operation): string {
  const input = inputType(operation)?.replaceAll(projectReference, typeText({ type: projectReferenceTypes }));
  const { type, isList } = resultType(operation);
  const inputParameter = input === undefined ? '' : `${needsInput(operation) ? '' : 'input?: '}${input}`;
  return onOneLine(`platform.${operation.name}(${inputParameter}): ${isList ? `${type}[]` : type}`);
}

/** A type without its doc comments, in one line. */
const onOneLine = (type: string): string =>
  type
    .replaceAll(/\s*\/\*\*.*?\*\/|\breadonly (?=[\w."]+\??:)/g, '')
    .replaceAll(/;?\n\s*\}/g, '}')
    .replaceAll(/\{\n\s*/g, '{')
    .replaceAll(/\n\s*/g, ' ');

const anyRecord = 'Readonly<Record<string, unknown>>';

/** A JSON Schema as a TypeScript type. A type that JSON Schema does not have, such as the name of a type, is unchanged. */
export function typeText(schema: JsonSchema, indent = ''): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const types = schema.anyOf
    ? schema.anyOf.map((one) => typeText(one, indent))
    : [schema.type].flat().map((type) => typeName(type, schema, indent));
  return [...new Set(types)].join(' | ');
}

function typeName(type: string | undefined, schema: JsonSchema, indent: string): string {
  if (type === 'integer') return 'number';
  if (type === 'object') return objectType(schema, indent);
  if (type !== 'array') return type ?? 'unknown';
  const element = typeText(schema.items ?? {}, indent);
  return `readonly ${/ \| /.test(element) ? `(${element})` : element}[]`;
}

function objectType({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    const optional = required.includes(name) ? '' : '?';
    return `${docComment(fieldNotes(schema), inner)}${inner}readonly ${key}${optional}: ${typeText(schema, inner)};`;
  });
  return fields.length === 0 ? anyRecord : `{\n${fields.join('\n')}\n${indent}}`;
}

/** Facts beyond the type: the description, the bounds, the default. */
function fieldNotes(schema: JsonSchema): string[] {
  const preset = schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`;
  return [[schema.description, boundsOf(schema), preset].filter(Boolean).join('; ')].filter(Boolean);
}

/** A doc comment of these lines, or nothing if there are none. */
export function docComment(lines: readonly string[], indent: string): string {
  const safe = lines.map((line) => line.replaceAll('*/', '* /').replaceAll('\n', ' '));
  if (safe.length === 0) return '';
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`;
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}
