import type * as z from 'zod';
import type { Answer, Arguments, Audience, Limit, Operation, Refusals } from '../../catalog/index.ts';
import { projectArguments } from '../../catalog/project-arguments.ts';
import { inputSchemaOf, type JsonSchema } from '../../catalog/schema/json-schema.ts';
import { bareType, callLine, fieldNames, typeAndDefault } from '../../catalog/schema/call-line.ts';
import { isFields } from '../../base/json/is-fields.ts';
import { definedFields } from '../../base/json/defined-fields.ts';
import { formatCall } from '../definition/format-call.ts';
import { exampleArguments } from '../../catalog/schema/example.ts';
import { priceAndTerms } from '../../catalog/schema/price-line.ts';
import { shortType } from '../../catalog/schema/short-type.ts';
import { idSourceOf } from '../../catalog/id-source.ts';

/** Describes an operation, including what its signature has no room for. */
export function descriptionOf(operation: Operation): Record<string, unknown> {
  const { rules, retired, limits, refuses, remedies, shows, changes, recurring } = operation;
  return definedFields({
    operation: operation.name,
    does: operation.does,
    call: callLine(operation),
    changes,
    address: `${operation.method} ${operation.path}`,
    effect: operation.effect,
    arguments: filled(argumentLines(operation)),
    likely: filled(likelyLines(operation)),
    rules: rules.length > 0 ? rules.map(({ field, says }) => `${field} ${says}`) : undefined,
    retired: filled(retired),
    price: priceAndTerms(operation.price),
    recurring,
    job: jobLine(operation),
    shows,
    limits: limits.length > 0 ? limits.map(limitLine) : undefined,
    audience: audienceLine(operation.audience),
    refuses: filled(refusalLines(refuses)),
    way_out: filled(remedies),
    answer: answerLine(operation.answer),
    example: formatCall(operation, withIdSources(operation, exampleArguments(operation))),
  });
}

const filled = <T extends object>(record: T): T | undefined => (Object.keys(record).length > 0 ? record : undefined);

function argumentLines(operation: Operation): Record<string, string> {
  const { properties = {}, required = [] } = inputSchemaOf(operation);
  const projects = projectArguments(operation);
  const line = (name: string, schema: JsonSchema): string => {
    const type = typeAndDefault(schema, Infinity);
    const about = schema.description ?? schema.items?.description ?? '';
    const notes = [required.includes(name) ? 'required' : '', projects.has(name) ? 'or its name or domain' : ''];
    return [type, ...notes, type.includes(about) ? '' : about].filter(Boolean).join('; ');
  };
  const stated = Object.entries(properties).filter(([name]) => !operation.unstated.has(name));
  return Object.fromEntries(stated.map(([name, schema]) => [name, line(name, schema)]));
}

/** The likely fields of a body that the contract does not list. */
function likelyLines(operation: Operation): Record<string, string> {
  const { properties = {} } = inputSchemaOf(operation);
  const line = (name: string, why: string): string => `${shortType(properties[name] ?? { type: 'string' })}; ${why}`;
  return Object.fromEntries(Object.entries(operation.likely).map(([name, { why }]) => [name, line(name, why)]));
}

function jobLine({ job, effect }: Operation): string | undefined {
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

const limitLine = ({ requests, per, scope }: Limit): string => `${requests} per ${periodOf(per)} and ${scope}`;

function periodOf(seconds: number): string {
  if (seconds === 60) return 'minute';
  if (seconds === 3600) return 'hour';
  return seconds % 60 === 0 ? `${seconds / 60} minutes` : `${seconds} s`;
}

function audienceLine({ who, gate, otherwise }: Audience): string | undefined {
  if (who === 'member' && gate === undefined) return undefined;
  if (who === 'public') return 'anybody, without a token';
  return `${gate ?? who} only; others get ${otherwise}`;
}

function refusalLines(refuses: Refusals): Record<string, string> {
  const line = (when: Refusals[number]): string =>
    typeof when === 'object'
      ? Object.entries(when)
          .map(([code, says]) => (code === '_' ? says : `${code}: ${says}`))
          .join('; ')
      : (when ?? '');
  return Object.fromEntries(Object.entries(refuses).map(([status, when]) => [status, line(when)]));
}

/** All fields of an answer: their names and, for scores, the declared scale and direction. */
function answerLine(answer: Answer): string {
  const names = fieldNames(answer, undefined, (name, type) => `${name}${scaleOf(name, type)}`);
  if (answer.kind === 'binary') return `a file (${answer.mime})`;
  if (answer.kind === 'nothing') return 'nothing';
  if (names.length === 0) return 'not shown';
  const likely = 'assumed' in answer && answer.assumed ? 'likely ' : '';
  const isList = answer.kind !== 'flat' && answer.kind !== 'one';
  const pages = 'perPage' in answer && answer.perPage !== undefined ? `, ${answer.perPage} a page` : '';
  return isList ? `[${names.join(', ')}]${pages}` : `${likely}${names.join(', ')}`;
}

function scaleOf(name: string, type: z.ZodType): string {
  const says = /score|lift/.test(name) ? bareType(type).description : undefined;
  return says === undefined ? '' : ` (${says})`;
}

/** The arguments of an example. In place of an id stands the operation that returns it: `<articles.list>`. */
function withIdSources(operation: Operation, args: Arguments): Record<string, unknown> {
  const placeholder = (name: string, value: unknown): unknown => {
    const source = idSourceOf(operation, name);
    const isId = source !== undefined || operation.params.includes(name) || /(^|_)ids?$/.test(name);
    if (Array.isArray(value)) return value.map((one) => placeholder(name, one));
    if (isFields(value)) return mapped(value);
    return isId && (typeof value === 'number' || (source && typeof value === 'string'))
      ? `<${source?.name ?? name}>`
      : value;
  };
  const mapped = (fields: Arguments): Record<string, unknown> =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, placeholder(name, value)]));
  return mapped(args);
}
