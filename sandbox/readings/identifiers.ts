import { operationNamed } from '../../src/catalog/index.ts';
import * as z from 'zod';
import { integerId, isAnyId, type Operation, type Shape } from '../../src/catalog/vocabulary/index.ts';
import type { HttpResponse } from '../engine/http/reply.ts';
import { inValues, isRecord, objectOf, type Fields } from './change.ts';
import type { Reading } from './reading.ts';

/** Names of fields, at any depth. */
interface Names {
  readonly untyped: ReadonlySet<string>;
  /** Those that are integers by the documents. */
  readonly integers: ReadonlySet<string>;
}

/** The fields of these types that hold ids, or lists of ids. */
function idNames(fields: Shape): Names {
  const untyped = new Set<string>();
  const integers = new Set<string>();
  const look = (type: z.core.$ZodType, name: string): void => {
    if (isAnyId(type)) untyped.add(name);
    else if (type === integerId) integers.add(name);
    else if (type instanceof z.ZodOptional || type instanceof z.ZodNullable) look(type.unwrap(), name);
    else if (type instanceof z.ZodArray) look(type.element, name);
    else if (type instanceof z.ZodObject)
      for (const [inner, field] of Object.entries(type.shape)) look(field as z.ZodType, inner);
  };
  for (const [name, type] of Object.entries(fields)) look(type, name);
  return { untyped, integers };
}

const namesByOperation = new WeakMap<Operation, Names>();

/** Whether a field of an answer holds an id without a stated type. */
function isUntyped(operation: Operation, name: string): boolean {
  const { answer } = operation;
  const names = namesByOperation.get(operation) ?? idNames('shape' in answer ? answer.shape : {});
  namesByOperation.set(operation, names);
  return names.untyped.has(name) && !names.integers.has(name);
}

const uuidOf = (id: number): string => `0198f3a2-5c1e-7000-8000-${String(id).padStart(12, '0')}`;

const idOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(idOf);
  const [, digits] = typeof value === 'string' ? (/^0198f3a2-5c1e-7000-8000-0*(\d+)$/.exec(value) ?? []) : [];
  return digits === undefined ? value : Number(digits);
};

/** The fields of a request with the ids that the platform keeps. */
const withIds = (fields: Fields, { untyped }: Names): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, untyped.has(name) ? idOf(value) : value]));

/** Leaves one address of a started job's identifier. */
const keepOnly = (sent: HttpResponse, keep: (body: Fields) => Fields): HttpResponse =>
  sent.status < 300 ? { ...sent, body: JSON.stringify(keep(objectOf(sent))) } : sent;

/** How things are identified. */
export const identifiers: readonly Reading[] = [
  {
    name: 'uuid-ids',
    turnsOn: 'docs/platform/conventions.md#identifiers: the type of most ids is not stated.',
    behaviour: 'UUIDs.',
    changeRequest: ({ values, query, body }, { operation }) => {
      const names = idNames(operation.input.shape);
      return {
        values: Object.fromEntries(
          Object.entries(withIds(values, names)).map(([name, value]) => [name, String(value)]),
        ),
        query: withIds(query, names),
        body: withIds(body, names),
      };
    },
    changeResponse: inValues((value, name, { operation }) =>
      typeof value === 'number' && isUntyped(operation, name) ? uuidOf(value) : value,
    ),
  },
  {
    name: 'job-id',
    turnsOn: 'docs/platform/jobs.md#start: the name of the identifier to poll is often not stated.',
    behaviour: 'job_id alone, where the row shows no answer or only that it is a job.',
    operations: [
      'keywords.research',
      'keywords.import_csv',
      'images.generate',
      'articles.generate_standalone',
      'knowledge_base.add_url',
      'calendar.generate_article',
      'humanizer.humanize',
      'ai_scanner.detect',
      'prompt_check.start',
      'tracking.run',
      'internal_links.analyze',
    ],
    changeResponse: (sent, { operation }) =>
      keepOnly(sent, (body) => {
        const id = idIn(body);
        return id === undefined || operation.effect === 'read' ? body : { job_id: id };
      }),
  },
  {
    name: 'poll-url-only',
    turnsOn: 'docs/platform/jobs.md#start: an identifier, and sometimes a Location header and a poll_url.',
    behaviour: 'Where no answer is shown: a message and the poll_url, no id.',
    operations: [
      'keywords.research',
      'images.generate',
      'articles.generate_standalone',
      'humanizer.humanize',
      'pipelines.create',
      'bulk_generations.create',
    ],
    changeResponse: (sent, { operation }) => keepOnly(sent, (body) => withAddressOnly(operation, body)),
  },
];

function idIn(body: Fields): unknown {
  const fields = isRecord(body['data']) ? body['data'] : body;
  return Object.entries(fields).find(
    ([name, value]) => /(^|_)id$/.test(name) && !/project_id|keyword_id/.test(name) && value !== null,
  )?.[1];
}

/** Where a started job is watched, as the path of what watches it. */
function withAddressOnly({ job }: Operation, body: Fields): Fields {
  const id = idIn(body);
  const path = job && operationNamed(job.watch).path;
  return id === undefined || path === undefined
    ? body
    : { message: 'Accepted.', poll_url: `/api/v1${path.replace(/\{\w+\}/, String(id))}` };
}
