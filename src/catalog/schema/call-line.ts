import * as z from 'zod';
import { operationNamed } from '../index.ts';
import { idSourceOf } from '../id-source.ts';
import type { Answer, Operation, Shape } from '../vocabulary/index.ts';
import { inputSchemaOf, type JsonSchema } from './json-schema.ts';
import { priceLine } from './price-line.ts';
import { resultOperations } from './typescript.ts';
import { shortType } from './short-type.ts';

/**
 * An operation as one line, in the notation for calls and programs: its arguments with types, bounds, defaults and sources of
 * ids, the fields of its answer, its effect and price. `name?` is optional, `name~` likely but not documented, `id:
 * tracking.list` an id that tracking.list returns. `…` stands for details that only `describe_operation` shows.
 * @example `prompt_tags.assign(id: prompts.list, tag_id: prompt_tags.list) → tracking_prompt_id, tag_id; write, 0 credits`
 */
export const callLine = (operation: Operation): string =>
  `${operation.name}(${argumentsLine(operation)})${answerLine(operation)}; ${termsLine(operation)}`;

/** Maximum characters of optional arguments. Required and likely ones are always shown. */
const maxOptionalLength = 160;

/** Maximum fields of an answer that are named. */
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

/** The arguments that fit, and `…` if there are more. */
function bounded(lines: readonly string[]): readonly string[] {
  let remainingLength = maxOptionalLength;
  const shown = lines.filter((line) => (remainingLength -= line.length + 2) >= 0);
  return shown.length < lines.length ? [...shown, '…'] : lines;
}

/** The type of an argument; for an id, the operation that returns it. */
function argumentType(operation: Operation, name: string, schema: JsonSchema): string {
  const source = idSourceOf(operation, name);
  if (!source) return typeAndDefault(schema);
  if (schema.type === 'array') return shortType({ ...schema, items: { type: source.name } });
  return shortType({ type: [schema.type].flat().includes('null') ? [source.name, 'null'] : source.name });
}

/** The type of an argument, with its default. */
export const typeAndDefault = (schema: JsonSchema, maxLengthShown?: number): string =>
  `${shortType(schema, maxLengthShown)}${schema.default === undefined ? '' : ` =${defaultText(schema.default)}`}`;

/** A word unchanged, anything else as JSON. */
const defaultText = (value: unknown): string =>
  typeof value === 'string' && /^[\w-]+$/.test(value) ? value : JSON.stringify(value);

/** The fields of the answer; of an operation that starts a job, those of the job's result. */
function answerLine(operation: Operation): string {
  const [name = operation.name] = resultOperations(operation);
  const { answer, concise } = operationNamed(name);
  const fields = fieldsLine(answer, concise);
  return fields === '' ? '' : ` → ${fields}`;
}

function fieldsLine(answer: Answer, concise: readonly string[] | undefined): string {
  if (answer.kind === 'binary') return 'file';
  const names = fieldNames(answer, concise);
  const shown = [...names.slice(0, maxFields), ...(names.length > maxFields ? ['…'] : [])].join(', ');
  return ['list', 'rows', 'ndjson', 'csv'].includes(answer.kind) ? `[${shown}]` : shown;
}

/** The names of an answer's fields: the concise ones if they are declared; those in `data` if a record has all of them there. */
export function fieldNames(
  answer: Answer,
  concise: readonly string[] | undefined,
  nameOf: (name: string, type: z.ZodType) => string = (name) => name,
): readonly string[] {
  if (answer.kind === 'csv') return answer.columns;
  if (!('shape' in answer)) return [];
  const { shape } = answer;
  const inner = answer.kind === 'flat' || answer.kind === 'one' ? shape['data'] && bareType(shape['data']) : undefined;
  return (
    concise ??
    Object.entries(inner instanceof z.ZodObject ? (inner.shape as Shape) : shape).map(([name, type]) =>
      nameOf(name, type),
    )
  );
}

export const bareType = (type: z.ZodType): z.ZodType =>
  type instanceof z.ZodOptional || type instanceof z.ZodNullable ? bareType(type.unwrap() as z.ZodType) : type;

/** Effect, price and other conditions of a call. */
function termsLine({ effect, price, audience, rules, job, twice }: Operation): string {
  return [
    effect === 'read' ? 'read' : `${effect}, ${priceLine(price)}`,
    job ? `job ~${job.usually} s` : '',
    twice ?? '',
    audience.gate ?? (audience.who === 'admin' ? 'admin' : ''),
    ...rules.map(({ field, says }) => `${field} ${says}`),
  ]
    .filter(Boolean)
    .join('; ');
}
