import * as z from 'zod';
import type { Answer, Operation, Shape } from '../operation.ts';
import { schemaOf } from './schema.ts';

const message = { type: 'string' };

const json = (
  description: string,
  properties: object,
  required: readonly string[] = ['message'],
  headers?: object,
) => ({
  description,
  headers,
  content: { 'application/json': { schema: { type: 'object', properties, required } } },
});

/** Refusals that any operation may answer (document 1, "Errors"). */
export const commonResponses = {
  Unauthorized: json('No token, or a bad one', { message }),
  InsufficientCredits: json(
    'The balance does not suffice; nothing was started',
    { message, error: { type: ['string', 'object'] }, required: { type: 'integer' }, available: { type: 'integer' } },
    ['error', 'required'],
  ),
  Forbidden: json('Of another team, or beyond the rights of the caller', { message }),
  NotFound: json('Not there, or not to be known of', { message }),
  Conflict: json('Not in a state that allows it', { message, error: { type: ['string', 'object'] } }, []),
  Invalid: json('The arguments are not valid', {
    message,
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  }),
  RateLimited: json('Too many requests', { error: { type: ['object', 'string'] } }, [], {
    'Retry-After': { description: 'Seconds to wait', required: true, schema: { type: 'integer' } },
  }),
} as const;

type Common = keyof typeof commonResponses;

/** Answers of an operation, by status. */
export function responses(operation: Operation): Record<string, object> {
  const byStatus = new Map<number, object>();
  for (const [status, name] of expected(operation)) byStatus.set(status, { $ref: `#/components/responses/${name}` });
  for (const [status, stated] of Object.entries(operation.refuses)) byStatus.set(Number(status), refusal(stated));
  byStatus.set(operation.status, success(operation));
  for (const [status, when] of Object.entries(operation.otherwiseStatus)) {
    byStatus.set(Number(status), { description: when, content: contentOf(operation.answer) });
  }
  return Object.fromEntries([...byStatus].toSorted(([a], [b]) => a - b));
}

function expected({ audience, effect, method, params, input }: Operation): [number, Common][] {
  const guarded = audience.who !== 'public';
  const always: [number, Common][] = [
    [401, 'Unauthorized'],
    // A token without a team, or of a member who was removed, is answered so everywhere.
    [403, 'Forbidden'],
    [404, 'NotFound'],
  ];
  return [
    ...(guarded ? always : []),
    ...(!guarded && params.length ? [[404, 'NotFound'] as [number, Common]] : []),
    ...(effect === 'paid' ? [[402, 'InsufficientCredits'] as [number, Common]] : []),
    // Whatever changes something can meet it in a state in which it cannot be changed, and an export one that has none.
    ...(method === 'GET' && params.length === 0 ? [] : [[409, 'Conflict'] as [number, Common]]),
    ...(Object.keys(input.shape).length ? [[422, 'Invalid'] as [number, Common]] : []),
    [429, 'RateLimited'],
  ];
}

function refusal(stated: string | Readonly<Record<string, string>> | undefined): object {
  if (typeof stated === 'string' || stated === undefined) return json(stated ?? 'Refused', { message });
  const codes = Object.keys(stated).filter((code) => code !== '_');
  const conditions = Object.entries(stated).map(([code, condition]) =>
    code === '_' ? condition : `${code}: ${condition}`,
  );
  return json(
    conditions.join('; '),
    { message, error: codes.length ? { description: `Code: ${codes.join(', ')}` } : undefined },
    [],
  );
}

function success({ answer, job, status, otherwiseStatus }: Operation): object {
  const located = job && 'shape' in answer && 'poll_url' in answer.shape;
  const stated = status === 204 ? undefined : contentOf(answer);
  // What the finished work is answered with is declared; a start that goes on holds a part of it.
  const content =
    stated && job && otherwiseStatus[200] ? { 'application/json': { schema: { type: 'object' } } } : stated;
  return {
    description: job ? 'Started; the job goes on' : 'Done',
    headers: located
      ? { Location: { description: 'Where the job is watched', schema: { type: 'string' } } }
      : undefined,
    content,
  };
}

const shapeOf = (shape: Shape) => schemaOf(z.looseObject(shape), 'output');

const meta = {
  type: 'object',
  properties: Object.fromEntries(
    ['total', 'per_page', 'current_page', 'last_page'].map((name) => [name, { type: 'integer' }]),
  ),
};

function contentOf(answer: Answer): object | undefined {
  switch (answer.kind) {
    case 'flat':
      return { 'application/json': { schema: shapeOf(answer.shape) } };
    case 'one':
      return {
        'application/json': {
          schema: { type: 'object', properties: { data: shapeOf(answer.shape) }, required: ['data'] },
        },
      };
    case 'list':
      return {
        'application/json': {
          schema: {
            type: 'object',
            properties: { data: { type: 'array', items: shapeOf(answer.shape) }, meta },
            required: ['data'],
          },
        },
      };
    case 'rows':
      return { 'application/json': { schema: { type: 'array', items: shapeOf(answer.shape) } } };
    case 'csv':
      return { 'text/csv': { schema: { type: 'string', description: `Columns: ${answer.columns.join(', ')}` } } };
    case 'ndjson':
      return {
        'application/x-ndjson': {
          schema: { type: 'string', description: `An object a line: ${Object.keys(answer.shape).join(', ')}` },
        },
      };
    case 'binary':
      // The platform gives a file under its own type where the contract names none.
      return {
        [answer.mime === 'application/octet-stream' ? '*/*' : answer.mime]: {
          schema: { type: 'string', format: 'binary' },
        },
      };
    case 'nothing':
      return undefined;
  }
}
