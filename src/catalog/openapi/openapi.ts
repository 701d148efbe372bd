import { allOperations, families, findOperation } from '../index.ts';
import type { Operation, Price } from '../operation.ts';
import { parameters, requestBody } from './request.ts';
import { commonResponses, responses } from './responses.ts';

/**
 * The whole catalog as an OpenAPI 3.1 document. Facts without an OpenAPI keyword are in `x-` fields:
 * credits, effect, jobs, scoped limits, audience, aliases.
 */
export function openapi(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of allOperations())
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(operation);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Content and visibility platform',
      version: '1',
      description: 'Content production and AI visibility tracking, paid in credits.',
    },
    servers: [{ url: '/api/v1' }],
    security: [{ bearer: [] }],
    tags: families.map(({ name, about }) => ({ name, description: about })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: "API token of a user; the user's current team is the scope",
        },
      },
      responses: commonResponses,
    },
  };
}

/** `storylines.create` as `storylines_create`: what generators take as a function's name. */
const operationId = (name: string): string => name.replaceAll('.', '_');

function describe(operation: Operation): object {
  const { name, family, does, effect, audience, limits, shows, aliasOf } = operation;
  const body = requestBody(operation);
  const inPathAndQuery = parameters(operation);
  return {
    operationId: operationId(name),
    tags: [family],
    summary: does,
    ...described(operation),
    parameters: inPathAndQuery.length ? inPathAndQuery : undefined,
    requestBody: body,
    responses: responses(operation),
    security: audience.who === 'public' ? [] : undefined,
    'x-credits': credits(operation.price),
    'x-effect': effect,
    'x-audience': audience,
    'x-rate-limits': limits.length ? limits : undefined,
    'x-job': operation.job ? watched(operation.job) : undefined,
    'x-shows': shows,
    'x-alias-of': aliasOf === undefined ? undefined : operationId(canonicalName(operation, aliasOf)),
  };
}

/** Conditions that a schema cannot carry. */
function described({ rules, retired, spans }: Operation): { description?: string | undefined } {
  const lines = [
    ...rules.map(({ field, says }) => `${field} ${says}.`),
    ...Object.entries(retired).map(([field, hint]) => `${field} is no longer accepted: ${hint}.`),
    ...(spans === undefined ? [] : [`${spans} may hold slashes, which stand in the address as they are.`]),
  ];
  return lines.length ? { description: lines.join('\n') } : {};
}

/** A price without its functions: the amount or its upper bound, the basis in words, the moment. */
function credits(price: Price): object {
  switch (price.kind) {
    case 'free':
      return { kind: 'free', credits: 0 };
    case 'none_listed':
      return { kind: 'none_listed' };
    case 'fixed':
      return { kind: 'fixed', credits: price.credits, ...terms(price) };
    case 'formula':
      return {
        kind: 'formula',
        basis: price.basis,
        at_most: price.atMost,
        ...terms(price),
      };
    default:
      return { kind: price.kind, basis: price.basis, ...terms(price) };
  }
}

type Drawing = Exclude<Price, { kind: 'free' | 'none_listed' }>;

const terms = ({ charged = 'at_start', onlyWhen, refunded, minBalance }: Drawing) => ({
  charged,
  only_when: onlyWhen,
  refunded_on_failure: refunded ? true : undefined,
  balance_needed: minBalance,
});

const watched = ({ watch, state, done, failed, usually, backoff }: NonNullable<Operation['job']>) => ({
  watch: operationId(watch),
  state,
  done: done.map((value) => (typeof value === 'symbol' ? 'changed' : value)),
  failed,
  usual_seconds: usually,
  poll_seconds: backoff,
});

const canonicalName = ({ family }: Operation, of: string): string => (findOperation(of) ? of : `${family}.${of}`);
