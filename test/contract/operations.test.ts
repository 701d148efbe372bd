import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allOperations } from '../../src/catalog/index.ts';
import { inputSchemaOf } from '../../src/catalog/schema/json-schema.ts';
import { shortType } from '../../src/catalog/schema/short-type.ts';
import type { Operation, Price } from '../../src/catalog/vocabulary/index.ts';

/**
 * The catalog against a table of facts read from the contract's documents by eye, without looking at the declarations. Its
 * columns:
 *
 * - `credits`: what the row states. `-` none listed, `0` free (docs/platform/credits.md#balance: so is every read), a number
 *   with the moment where it is not the start, `refunded` where a failure gives it back; `formula`, `metered`.
 * - `taken_as`: how that is read where the contract lists nothing and something is drawn all the same; `unlisted` for an
 *   unknown amount, `priced` for a bound of whatever kind.
 * - `audience`: who may call, and what others are answered; `invited` is the invited user.
 * - `foreign`: what another team is answered, where a row states it.
 * - `async`: answered before the work is done.
 * - `status`: that of a success, where a row states it.
 * - `refuses`: 409, 410, 501, 502 and 503, where a row states them; 404 where it is for a part of what is named.
 * - `limits`: a label for each limit in addition to the general one, requests and seconds, and what they are counted by. Rows
 *   of one label share one counter.
 * - `query`, `body`: the arguments that travel there, each with its type, bounds and choices. Fields that the documents only
 *   suggest are not among them.
 */
interface Fact {
  readonly credits: string;
  readonly taken_as: string;
  readonly effect: string;
  readonly audience: string;
  readonly foreign: string;
  readonly async: string;
  readonly status: string;
  readonly refuses: string;
  readonly limits: string;
  readonly query: string;
  readonly body: string;
}

const [header = '', ...lines] = readFileSync(new URL('operations.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const columns = header.split('\t');
const rows = lines.map((line) => {
  const cells = line.split('\t');
  return Object.fromEntries(columns.map((column, n) => [column, cells[n] ?? ''])) as unknown as Fact & {
    method: string;
    path: string;
  };
});
const facts = new Map<string, Fact>(rows.map((row) => [`${row.method} ${row.path}`, row]));
const declared = new Map(allOperations().map((operation) => [`${operation.method} ${operation.path}`, operation]));

/** `address: stated, declared` for each operation that differs. */
const differing = (
  stated: (fact: Fact, operation: Operation) => string,
  declaredWords: (operation: Operation, fact: Fact) => string,
): string[] =>
  [...facts].flatMap(([address, fact]) => {
    const operation = declared.get(address);
    if (!operation) return [];
    const [want, have] = [stated(fact, operation), declaredWords(operation, fact)];
    return want === have
      ? []
      : [`${address} (${operation.name}): the contract says ${want || 'nothing'}, the catalog ${have || 'nothing'}`];
  });

describe('the catalog and the contract', () => {
  test('name the same operations', () => {
    expect([...facts.keys()].filter((address) => !declared.has(address))).toEqual([]);
    expect([...declared.keys()].filter((address) => !facts.has(address))).toEqual([]);
    expect(declared.size).toBe(allOperations().length);
  });

  test('agree on what costs what, and when', () => {
    expect(
      differing(
        ({ credits, taken_as }) => taken_as || credits,
        ({ price, method }, fact) => inWords(price, method, fact.taken_as || fact.credits),
      ),
    ).toEqual([]);
  });

  test('agree on what an operation does to its caller: read, write, delete or pay', () => {
    expect(
      differing(
        ({ effect }) => effect,
        ({ effect }) => effect,
      ),
    ).toEqual([]);
  });

  test('agree on who may call', () => {
    expect(
      differing(
        ({ audience }) => audience,
        ({ audience }, fact) => audienceOf(audience, fact.audience),
      ),
    ).toEqual([]);
  });

  test('agree on what another team is answered', () => {
    expect(
      differing(
        ({ foreign }) => foreign,
        ({ audience }, { foreign }) => (foreign === '' ? '' : String(audience.foreign)),
      ),
    ).toEqual([]);
  });

  test('agree on the arguments of the query and of the body, with their bounds and choices', () => {
    expect(
      differing(
        ({ query, body }) => `${query} | ${body}`,
        (operation) => `${argumentsOf(operation, true)} | ${argumentsOf(operation, false)}`,
      ),
    ).toEqual([]);
  });

  test('agree on what continues after its answer', () => {
    // An operation may say where its effect shows although the contract does not call it asynchronous.
    const goesOn = ({ job, status, shows }: Operation, stated: string) =>
      job || status === 202 || (stated === 'yes' && shows !== undefined);
    expect(
      differing(
        ({ async }) => async,
        (operation, { async }) => (goesOn(operation, async) ? 'yes' : 'no'),
      ),
    ).toEqual([]);
  });

  test('agree on the status of a success', () => {
    expect(
      differing(
        ({ status }) => status,
        ({ status }, stated) => (stated.status === '' ? '' : String(status)),
      ),
    ).toEqual([]);
  });

  test('agree on the refusals that a state, or what lies behind, gives cause to', () => {
    const declaresRefusal = ({ refuses }: Operation, stated: string) =>
      stated
        .split(' ')
        .filter((status) => Object.hasOwn(refuses, status))
        .join(' ');
    expect(
      differing(
        ({ refuses }) => refuses,
        (operation, { refuses }) => declaresRefusal(operation, refuses),
      ),
    ).toEqual([]);
  });

  test('agree on the limits beside the general one', () => {
    const size = (text: string) =>
      text
        .replaceAll(/[\w-]+ (\d+\/\d+ \w+)/g, '$1')
        .split(', ')
        .toSorted()
        .join(', ');
    const of = ({ limits }: Operation) =>
      limits
        .map(({ requests, per, scope }) => `${requests}/${per} ${scope}`)
        .toSorted()
        .join(', ');
    expect(differing(({ limits }) => size(limits), of)).toEqual([]);
  });

  test('let those operations share a counter that share a limit', () => {
    const counters = new Map<string, Set<string>>();
    for (const [address, { limits }] of facts) {
      for (const stated of limits.split(', ').filter(Boolean)) {
        const [label = '', rate] = stated.split(/ (.*)/);
        const bucket = declared
          .get(address)
          ?.limits.find(({ requests, per, scope }) => `${requests}/${per} ${scope}` === rate)?.bucket;
        if (bucket !== undefined) counters.set(label, (counters.get(label) ?? new Set()).add(bucket));
      }
    }
    expect([...counters].filter(([, buckets]) => buckets.size > 1)).toEqual([]);
    expect(new Set([...counters.values()].flatMap((buckets) => [...buckets])).size).toBe(counters.size);
  });
});

function argumentsOf(operation: Operation, inQuery: boolean): string {
  const { params, unstated, query } = operation;
  return Object.entries(inputSchemaOf(operation).properties ?? {})
    .filter(([name]) => !params.includes(name) && !unstated.has(name) && name !== 'body' && query.has(name) === inQuery)
    .map(([name, schema]) => `${name}: ${shortType({ ...schema, description: undefined }, Infinity)}`)
    .join('; ');
}

/** The price in the table's words. A bound that depends on nothing is a number all the same. */
function inWords(price: Price, method: string, stated: string): string {
  if (price.kind === 'free') return '0';
  if (price.kind === 'none_listed') return method === 'GET' ? '0' : '-';
  if (stated === 'priced' && (price.kind !== 'unlisted' || price.basis !== '')) return 'priced';
  if (price.kind === 'metered' || price.kind === 'unlisted') return price.kind;
  const amount = price.kind === 'fixed' ? price.credits : /^\d+/.test(stated) ? price.atMost : undefined;
  const moment = price.charged === undefined ? '' : ` ${price.charged}`;
  return `${amount ?? 'formula'}${moment}${price.refunded ? ' refunded' : ''}`;
}

/** An invited user is let in by the operation itself, whatever the declared role. */
function audienceOf({ who, otherwise }: Operation['audience'], stated: string): string {
  if (stated === 'invited' && (who === 'owner' || who === 'member')) return 'invited';
  return who === 'owner' || who === 'admin' ? `${who} ${otherwise}` : who;
}
