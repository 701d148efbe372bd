import * as z from 'zod';
import type { Answer, Operation, Shape } from '../vocabulary/index.ts';
import { inputSchemaOf, type JsonSchema, plainSchema } from './json-schema.ts';

/**
 * Arguments of a complete call: the required ones, those that rules require, the likeliest field of a body that the contract
 * does not show, and the declared examples. An id is a number of the right type that stands for no record: callers replace it
 * before they show or send the call.
 */
export function exampleArguments(operation: Operation): Record<string, unknown> {
  const { properties = {}, required = [] } = inputSchemaOf(operation);
  const names = [...required, ...likelyNames(operation)];
  const args: Record<string, unknown> = {
    ...Object.fromEntries(names.map((name) => [name, exampleOf(name, properties[name] ?? {}, operation.params)])),
    ...operation.example,
  };
  for (const { field, holds } of operation.rules) {
    const schema = properties[field];
    if (schema && !(field in args) && !holds(args)) args[field] = exampleOf(field, schema);
  }
  return args;
}

/** Plausible data of an answer, from its declaration: a list has one record. */
export function exampleAnswer(answer: Answer): unknown {
  const record = (shape: Shape): unknown => {
    const { properties = {} } = plainSchema(z.looseObject(shape), 'output');
    return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, exampleOf(name, schema)]));
  };
  switch (answer.kind) {
    case 'flat':
    case 'one':
      return record(answer.shape);
    case 'list':
    case 'rows':
    case 'ndjson':
      return [record(answer.shape)];
    case 'csv':
      return { columns: answer.columns, rows: [answer.columns.map(() => '')] };
    case 'binary':
      return { mime_type: answer.mime, size_bytes: 0 };
    case 'nothing':
      return null;
  }
}

/** The first likely field, unless the declaration has an example or the address says everything. */
const likelyNames = ({ likely, example, optionalBody }: Operation): string[] =>
  optionalBody || Object.keys(likely).some((name) => Object.hasOwn(example, name))
    ? []
    : Object.keys(likely).slice(0, 1);

/** A plausible value of an argument. */
function exampleOf(name: string, schema: JsonSchema, params: readonly string[] = []): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf) return exampleOf(name, schema.anyOf[0] ?? {}, params);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'integer':
    case 'number':
      return params.includes(name) || /(^|_)ids?$/.test(name) ? 1 : numberFor(name, schema);
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => exampleOf(name, schema.items ?? {}));
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((field) => [field, exampleOf(field, schema.properties?.[field] ?? {})]),
      );
    default:
      return textFor(name, schema);
  }
}

function numberFor(name: string, { minimum, maximum }: JsonSchema): number {
  const liked = /length|word/.test(name) ? 1200 : 12;
  return Math.min(Math.max(liked, minimum ?? -Infinity), maximum ?? Infinity);
}

function textFor(name: string, { format, pattern, minLength = 0 }: JsonSchema): string {
  if (format === 'uri' || name.endsWith('url')) return 'https://example.com/page';
  if (format === 'email' || name === 'email') return 'anna@example.com';
  if (format === 'date-time') return '2026-11-20T09:00:00Z';
  if (format === 'date') return '2026-11-20';
  const [, sample] = samples.find(([of]) => of.test(name)) ?? [];
  const plain = `some ${name.replaceAll('_', ' ')}`.slice(0, 40);
  const likely = [...(sample ? [sample] : []), plain, plain.replaceAll(' ', '_'), `/${name}`, 'DE'];
  const match = likely.find((text) => pattern === undefined || new RegExp(pattern).test(text)) ?? plain;
  return match.length < minLength
    ? Array.from({ length: Math.ceil(minLength / match.length) }, () => match).join(', ')
    : match;
}

const samples: readonly (readonly [RegExp, string])[] = [
  [/domain/, 'example.com'],
  [/^role$/, 'member'],
  [/countr/, 'DE'],
  [/language/, 'en'],
  [/keyword/, 'trail running shoes'],
  [/prompt/, 'Which trail running shoes last longest?'],
  [/title/, 'How to choose trail running shoes'],
  [/^file$/, './keywords.csv'],
  [/brand/, 'Acme'],
  [/^password/, 'a new password'],
  [/name/, 'Acme'],
  [/module/, 'tracking'],
  [/message|text|content|body/, 'Some text'],
];
