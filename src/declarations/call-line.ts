import * as z from 'zod';
import { operationNamed } from '../catalog/index.ts';
import { idSourceOf } from '../catalog/id-source.ts';
import type { Answer, Operation, Price, Shape } from '../catalog/operation.ts';
import { inputSchemaOf, type JsonSchema } from '../catalog/schema/json-schema.ts';
import { endsWith } from './operation-types.ts';
import { shortType } from '../catalog/schema/short-type.ts';

/**
 * An operation as one line, in the notation for calls and programs: its arguments with types, bounds, defaults and sources of ids, the
 * fields of its answer, its effect and price. `name?` is optional, `name~` likely but not documented, `id: tracking.list` an id that
 * tracking.list gives. `…` stands for details that only `describe_operation` has.
 *
 * @example `prompt_tags.assign(id: prompts.list, tag_id: prompt_tags.list) → tracking_prompt_id, tag_id; write, 0 credits`
 */
export const callLine = (operation: Operation): string =>
  `${operation.name}(${argumentsLine(operation)})${answerLine(operation)}; ${termsLine(operation)}`;

/** A workflow as a program calls it, with the arguments of its tool. */
export function workflowLine(name: string, { properties = {}, required = [] }: JsonSchema): string {
  const names = Object.keys(properties).filter((argument) => argument !== 'wait_s' && argument !== 'fields');
  const line = (argument: string): string =>
    `${argument}${required.includes(argument) ? '' : '?'}: ${typeOf(properties[argument] ?? {})}`;
  return `workflows.${name}(${names.map(line).join(', ')})`;
}

/** Characters that optional arguments may take up. Required and likely ones are always shown. */
const maxOptionalLength = 160;

/** Fields of an answer that are named at most. */
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

/** Marks of arguments by kind. `page`, `per_page` and `body` are shown without a type, which needs no explanation. */
const marks = { required: '', likely: '~', optional: '?', untyped: '?' } as const;

/** The arguments that have room, and `…` where there are more. */
function bounded(lines: readonly string[]): readonly string[] {
  let remainingLength = maxOptionalLength;
  const shown = lines.filter((line) => (remainingLength -= line.length + 2) >= 0);
  return shown.length < lines.length ? [...shown, '…'] : lines;
}

/** The type of an argument; for an id, the operation that gives it. */
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

/** The fields of the answer; of an operation that starts a job, those of the job's result. */
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

/** Names of the fields of an answer, or of those in `data` where that has them all. */
function namesIn(shape: Shape, concise: readonly string[] | undefined): readonly string[] {
  const inner = shape['data'] && bare(shape['data']);
  return concise ?? (inner instanceof z.ZodObject ? Object.keys(inner.shape) : Object.keys(shape));
}

const bare = (type: z.ZodType): z.ZodType =>
  type instanceof z.ZodOptional || type instanceof z.ZodNullable ? bare(type.unwrap() as z.ZodType) : type;

const some = (names: readonly string[]): string =>
  [...names.slice(0, maxFields), ...(names.length > maxFields ? ['…'] : [])].join(', ');

/** Effect, price and other conditions of a call. */
function termsLine({ effect, price, audience, rules, job, twice }: Operation): string {
  return [
    effect === 'read' ? 'read' : `${effect}, ${creditsLine(price)}`,
    job ? `job ~${job.usually} s` : '',
    twice ?? '',
    audience.gate ?? (audience.who === 'admin' ? 'admin' : ''),
    ...rules.map(({ field, says }) => `${field} ${says}`),
  ]
    .filter(Boolean)
    .join('; ');
}

/** The price in few words: the amount where it is fixed, otherwise the formula. */
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
