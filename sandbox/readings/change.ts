import { allOperations } from '../../src/catalog/index.ts';
import type { HttpResponse } from '../engine/http/reply.ts';
import type { Exchange, Reading } from './reading.ts';

export type Fields = Readonly<Record<string, unknown>>;
type Change = (record: Fields, exchange: Exchange) => Fields;

/** JSON objects. */
export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes the JSON of a success. */
export const inBody =
  (change: (body: unknown, exchange: Exchange) => unknown): Reading['changeResponse'] =>
  (sent, exchange) => {
    const body = sent.status < 300 ? jsonOf(sent) : undefined;
    return body === undefined ? sent : { ...sent, body: JSON.stringify(change(body, exchange)) };
  };

/** The JSON that an answer holds. Undefined where there is none, or where another reading has cut it off. */
function jsonOf({ headers, body }: HttpResponse): unknown {
  if (typeof body !== 'string' || headers['content-type']?.startsWith('application/json') !== true) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The JSON object that an answer holds; without one, an object without fields. */
export function objectOf(sent: HttpResponse): Fields {
  const body = jsonOf(sent);
  return isRecord(body) ? body : {};
}

/** Changes each record of a success: the object itself, or what is in `data`. */
export const inRecords = (change: Change): Reading['changeResponse'] =>
  inBody((body, exchange) => {
    const each = (value: unknown): unknown => (isRecord(value) ? change(value, exchange) : value);
    if (Array.isArray(body)) return body.map(each);
    if (!isRecord(body) || !('data' in body)) return each(body);
    const { data } = body;
    return { ...body, data: Array.isArray(data) ? data.map(each) : each(data) };
  });

/** Changes each value of a success that is no list and no object, however deep, by the name that it stands under. */
export const inValues = (
  change: (value: unknown, name: string, exchange: Exchange) => unknown,
): Reading['changeResponse'] =>
  inBody((body, exchange) => {
    const walk = (value: unknown, name: string): unknown => {
      if (Array.isArray(value)) return value.map((one) => walk(one, name));
      if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one, key)]));
      return change(value, name, exchange);
    };
    return walk(body, '');
  });

/** Fields by which a job is started, found or watched: without them nobody could see its end. */
export function isOfJob({ operation }: Exchange, field: string): boolean {
  const name = operation.aliasOf ?? operation.name;
  return /(^|_)ids?$/.test(field) || jobFields().get(name)?.has(field) === true;
}

let fieldsByName: ReadonlyMap<string, ReadonlySet<string>> | undefined;

function jobFields(): ReadonlyMap<string, ReadonlySet<string>> {
  if (fieldsByName) return fieldsByName;
  const fields = new Map<string, Set<string>>();
  const add = (name: string, paths: readonly string[]) => {
    const topFields = fields.get(name) ?? new Set();
    for (const path of paths) topFields.add(path.split('.')[0] ?? path);
    fields.set(name, topFields);
  };
  for (const { name, job } of allOperations()) {
    if (!job) continue;
    add(job.watch, [job.state, ...(job.changes ?? []), ...(job.over ?? []).flatMap((one) => Object.keys(one))]);
    for (const source of [...Object.values(job.with), ...(job.find ? [job.find] : [])])
      if ('answer' in source) add(name, source.answer);
  }
  return (fieldsByName = fields);
}
