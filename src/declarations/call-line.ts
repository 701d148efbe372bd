import * as z from 'zod';
import { operationNamed } from '../catalog/index.ts';
import { idSourceOf } from '../catalog/id-source.ts';
import type { Answer, Operation, Price, Shape } from '../catalog/operation.ts';
import { inputSchemaOf, type JsonSchema } from '../tools/schema/json-schema.ts';
import { endsWith } from './operation-types.ts';
import { shortType } from './short-type.ts';

/**
 * An operation as one line, in the one notation that calls and programs share: its arguments with types, bounds, defaults and where
 * ids come from, the fields it answers with, effect and price. `name?` is optional, `name~` likely but not documented,
 * `id: tracking.list` an id that tracking.list gives; `…` stands for what only `describe_operation` has room for.
 *
 * @example `prompt_tags.assign(id: prompts.list, tag_id: prompt_tags.list) → tracking_prompt_id, tag_id; write, 0 credits`
 */
export const callLine = (operation: Operation): string =>
  `${operation.name}(${argumentsLine(operation)})${answerLine(operation)}; ${termsLine(operation)}`;

/** A whole task as a program calls it, by the arguments of the tool that does it. */
export function workflowLine(name: string, { properties = {}, required = [] }: JsonSchema): string {
  const names = Object.keys(properties).filter((argument) => argument !== 'wait_s' && argument !== 'fields');
  const line = (argument: string): string =>
    `${argument}${required.includes(argument) ? '' : '?'}: ${typeOf(properties[argument] ?? {})}`;
  return `workflows.${name}(${names.map(line).join(', ')})`;
}

/** Characters that optional arguments may take up; required and likely ones all have their place. */
const maxOptionalLength = 160;

/** Fields of an answer that are named. */
const maxFields = 4;

/** Required arguments first, then likely ones, then the others, pages at the end. */
function argumentsLine(operation: Operation): string {
  const { properties = {}, required = [] } = inputSchemaOf(operation);
  const kindOf = (name: string): keyof typeof marks => {
    if (required.includes(name)) return 'required';
    if (Object.hasOwn(operation.likely, name)) return 'likely';
    return name === 'page' || name === 'per_page' || name === 'body' ? 'untyped' : 'optional';
  };
  const linesOf = (kind: keyof typeof marks): string[] =>
    Object.entries(properties)
      .filter(([name]) => kindOf(name) === kind)
      .map(
        ([name, schema]) =>
          `${name}${marks[kind]}${kind === 'untyped' ? '' : `: ${argumentType(operation, name, schema)}`}`,
      );
  return [...linesOf('required'), ...linesOf('likely'), ...bounded(linesOf('optional')), ...linesOf('untyped')].join(
    ', ',
  );
}

/** What a page is, and an open body, goes without saying. */
const marks = { required: '', likely: '~', optional: '?', untyped: '?' } as const;

/** As many of these as have room, and `…` where there is more. */
function bounded(lines: readonly string[]): readonly string[] {
  let remainingLength = maxOptionalLength;
  const shown = lines.filter((line) => (remainingLength -= line.length + 2) >= 0);
  return shown.length < lines.length ? [...shown, '…'] : lines;
}

/** The operation that gives an id stands for its type. */
function argumentType(operation: Operation, name: string, schema: JsonSchema): string {
  const source = idSourceOf(operation, name);
  if (!source) return typeOf(schema);
  if (schema.type === 'array') return shortType({ ...schema, items: { type: source.name } });
  return shortType({ type: [schema.type].flat().includes('null') ? [source.name, 'null'] : source.name });
}

const typeOf = (schema: JsonSchema): string =>
  `${shortType(schema)}${schema.default === undefined ? '' : ` =${defaultText(schema.default)}`}`;

/** A word as it is, anything else as JSON. */
const defaultText = (value: unknown): string =>
  typeof value === 'string' && /^[\w-]+$/.test(value) ? value : JSON.stringify(value);

/** What it answers with; of a job that is waited for, its result. */
function answerLine(operation: Operation): string {
  const [name = operation.name] = endsWith(operation);
  const { answer, concise } = operationNamed(name);
  const fields = fieldsLine(answer, concise);
  return fields === '' ? '' : ` → ${fields}`;
}

function fieldsLine(answer: Answer, concise: readonly string[] | undefined): string {
  switch (answer.kind) {
    case 'flat':
    case 'one':
      return some(namesIn(answer.shape, concise));
    case 'list':
    case 'rows':
    case 'ndjson':
      return `[${some(concise ?? Object.keys(answer.shape))}]`;
    case 'csv':
      return `[${some(answer.columns)}]`;
    case 'binary':
      return 'file';
    case 'nothing':
      return '';
  }
}

/** Of what is all in `data`, the fields in there. */
function namesIn(shape: Shape, concise: readonly string[] | undefined): readonly string[] {
  const inner = shape['data'] && bare(shape['data']);
  return concise ?? (inner instanceof z.ZodObject ? Object.keys(inner.shape) : Object.keys(shape));
}

const bare = (type: z.ZodType): z.ZodType =>
  type instanceof z.ZodOptional || type instanceof z.ZodNullable ? bare(type.unwrap() as z.ZodType) : type;

const some = (names: readonly string[]): string =>
  [...names.slice(0, maxFields), ...(names.length > maxFields ? ['…'] : [])].join(', ');

/** Effect, price, what else holds before it is called. */
function termsLine({ effect, price, audience, rules, job }: Operation): string {
  return [
    effect === 'read' ? 'read' : `${effect}, ${creditsLine(price)}`,
    job ? `job ~${job.usually} s` : '',
    audience.gate ?? (audience.who === 'admin' ? 'admin' : ''),
    ...rules.map(({ field, says }) => `${field} ${says}`),
  ]
    .filter(Boolean)
    .join('; ');
}

/** The price in the fewest words that hold: a bound where there is one, else the formula. */
function creditsLine(price: Price): string {
  switch (price.kind) {
    case 'free':
    case 'none_listed':
      return '0 credits';
    case 'fixed':
      return `${price.credits} credits${price.onlyWhen === undefined ? '' : ` only when ${price.onlyWhen}`}`;
    case 'formula':
      return `credits: ${price.basis}`;
    case 'metered':
    case 'unlisted':
      return `credits not stated`;
  }
}
