import { definedFields } from '../../json/defined-fields.ts';
import * as z from 'zod';
import type { Answer, Audience, Limit, Operation, Refusals, Shape } from '../../catalog/operation.ts';
import { callLine } from '../../declarations/call-line.ts';
import { exampleArguments } from '../schema/example.ts';
import { constraintsInWords, typeInWords } from '../schema/in-words.ts';
import { projectArguments } from '../../catalog/project-arguments.ts';
import { likelyInWords } from '../schema/likely-fields.ts';
import { inputSchemaOf, type JsonSchema } from '../../catalog/schema/json-schema.ts';
import { priceInWords, termsInWords } from '../schema/price-in-words.ts';
import { formatCall } from '../calling/format-call.ts';

/** Describes an operation with all facts of the contract in few words. */
export function descriptionOf(operation: Operation): Record<string, unknown> {
  const { rules, retired, limits, refuses, remedies, shows, changes, recurring } = operation;
  return definedFields({
    operation: operation.name,
    does: operation.does,
    call: callLine(operation),
    changes,
    address: `${operation.method} ${operation.path}`,
    effect: operation.effect,
    arguments: argumentsInWords(operation),
    likely: likelyInWords(operation),
    rules: rules.length ? rules.map(({ field, says }) => `${field} ${says}`) : undefined,
    retired: Object.keys(retired).length ? retired : undefined,
    price: [priceInWords(operation.price), termsInWords(operation.price)].filter(Boolean).join('; '),
    recurring,
    job: jobInWords(operation),
    shows,
    limits: limits.length ? limits.map(limitInWords) : undefined,
    audience: audienceInWords(operation.audience),
    refuses: Object.keys(refuses).length ? refusalsInWords(refuses) : undefined,
    way_out: Object.keys(remedies).length ? remedies : undefined,
    answer: answerInWords(operation.answer),
    example: formatCall(operation, exampleArguments(operation)),
  });
}

function argumentsInWords(operation: Operation): Record<string, string> | undefined {
  const { properties = {}, required = [] } = inputSchemaOf(operation);
  const projects = projectArguments(operation);
  const stated = Object.entries(properties).filter(([name]) => !operation.unstated.has(name));
  const entries = stated.map(([name, schema]) => [
    name,
    `${argumentInWords(schema, required.includes(name))}${placeOf(name, operation)}${projects.has(name) ? '; or its name or domain' : ''}`,
  ]);
  return entries.length ? Object.fromEntries(entries) : undefined;
}

/** What a parameter named only `id` identifies: the path segment before it. */
function placeOf(name: string, { path }: Operation): string {
  const [, of] = new RegExp(`([^/]+)/\\{${name}\\}`).exec(path) ?? [];
  return name === 'id' && of !== undefined ? `; of ${of}` : '';
}

function argumentInWords(schema: JsonSchema, required: boolean): string {
  const about = schema.description ?? schema.items?.description;
  const constraints = constraintsInWords(schema);
  const isSaid = about
    ?.toLowerCase()
    .replaceAll(/(?<=\d),(?=\d)/g, '')
    .includes(constraints.toLowerCase());
  return [
    typeInWords(schema),
    required ? 'required' : '',
    isSaid ? '' : constraints,
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
    about ?? '',
  ]
    .filter(Boolean)
    .join('; ');
}

function jobInWords({ job, effect }: Operation): string | undefined {
  if (!job) return undefined;
  const asks = Object.entries(job.asks ?? {}).map(([state, answer]) => `${state}: answer with ${answer}`);
  return [
    `call_${effect} waits for it, usually ${job.usually} s, then job_wait`,
    `watched by ${job.watch}`,
    ...asks,
    job.fetch ? `result from ${job.fetch}` : '',
  ]
    .filter(Boolean)
    .join('; ');
}

const limitInWords = ({ requests, per, scope }: Limit): string => `${requests} per ${periodInWords(per)} and ${scope}`;

function periodInWords(seconds: number): string {
  if (seconds === 60) return 'minute';
  if (seconds === 3600) return 'hour';
  return seconds % 60 === 0 ? `${seconds / 60} minutes` : `${seconds} s`;
}

function audienceInWords({ who, gate, otherwise }: Audience): string | undefined {
  if (who === 'member' && gate === undefined) return undefined;
  if (who === 'public') return 'anybody, without a token';
  return `${gate ?? who} only; others get ${otherwise}`;
}

function refusalsInWords(refuses: Refusals): Record<string, string> {
  return Object.fromEntries(
    Object.entries(refuses).map(([status, when]) => [
      status,
      typeof when === 'string'
        ? when
        : Object.entries(when ?? {})
            .map(([code, says]) => (code === '_' ? says : `${code}: ${says}`))
            .join('; '),
    ]),
  );
}

function answerInWords(answer: Answer): string {
  switch (answer.kind) {
    case 'flat':
      return `${answer.assumed ? 'likely ' : ''}${fieldsOf(answer.shape)}` || 'not shown';
    case 'one':
      return fieldsOf(answer.shape) || 'a record; its fields are not shown';
    case 'list':
    case 'rows':
      return `list of {${fieldsOf(answer.shape)}}${'perPage' in answer ? `, ${answer.perPage} a page` : ''}`;
    case 'csv':
      return `table: ${answer.columns.join(', ')}`;
    case 'ndjson':
      return `table: ${Object.keys(answer.shape).join(', ')}`;
    case 'binary':
      return `a file (${answer.mime})`;
    case 'nothing':
      return 'nothing';
  }
}

/** The names of the fields, or of those within `data` if there is nothing else. */
function fieldsOf(shape: Shape): string {
  const { data } = shape;
  return Object.keys(shape)
    .map((name) => (name === 'data' ? `data ${innerOf(data && bare(data))}`.trim() : scaled(name, shape[name])))
    .join(', ');
}

/** A score with what its declaration says of its scale and direction. */
function scaled(name: string, type: z.ZodType | undefined): string {
  const says = /score|lift/.test(name) && type ? bare(type).description : undefined;
  return says === undefined ? name : `${name} (${says})`;
}

function innerOf(type: z.ZodType | undefined): string {
  if (type instanceof z.ZodArray) return `list of ${innerOf(bare(type.element as z.ZodType))}`.trim();
  return type instanceof z.ZodObject && Object.keys(type.shape).length > 0
    ? `{${Object.keys(type.shape).join(', ')}}`
    : '';
}

const bare = (type: z.ZodType): z.ZodType =>
  type instanceof z.ZodOptional || type instanceof z.ZodNullable ? bare(type.unwrap() as z.ZodType) : type;
