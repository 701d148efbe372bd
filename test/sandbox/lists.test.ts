import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../../src/catalog/vocabulary/index.ts';
import { scenes } from '../catalog/scenes.ts';
import { operations, prepare, tokenOf } from './example.ts';
import { openVisit, type Visit } from './visit.ts';

type Row = Readonly<Record<string, unknown>>;

const lists = operations.filter(
  ({ effect, answer, name }) => effect === 'read' && answer.kind === 'list' && name !== 'keywords.expansions',
);
const takes = ({ input }: Operation, field: string): boolean => field in input.shape;

interface List {
  readonly operation: Operation;
  ask(more?: object, token?: string): ReturnType<Visit['call']>;
  /** The rows without a requested page size. */
  readonly rows: readonly Row[];
}

let here: Visit;
let read: readonly List[];
beforeAll(async () => {
  here = await openVisit({ balance: 10_000 });
  const prepared: (readonly [Operation, Row])[] = [];
  for (const operation of lists) prepared.push([operation, await prepare(here, operation)]);
  // Records created for one list appear in others.
  read = await Promise.all(
    prepared.map(async ([operation, given]) => {
      const as = scenes[operation.name as keyof typeof scenes]?.token ?? tokenOf(operation);
      const ask: List['ask'] = (more = {}, token = as) => here.call(operation.name, { ...given, ...more }, token);
      return { operation, ask, rows: (await ask()).body.data };
    }),
  );
});
afterAll(() => here.close());

test('the pages of every list hold its rows, each once and in its order', async () => {
  let many = 0;
  for (const { operation, ask, rows } of read) {
    if (!takes(operation, 'per_page')) continue;
    const total = rows.length;
    if (total > 1) many += 1;
    for (const [n, row] of rows.slice(0, 3).entries()) {
      const { body } = await ask({ per_page: 1, page: n + 1 });
      expect(body.meta, operation.name).toEqual({
        total: expect.any(Number),
        per_page: 1,
        current_page: n + 1,
        last_page: body.meta.total,
      });
      expect(body.data, operation.name).toEqual([row]);
    }
    expect((await ask({ per_page: 1, page: 9_999 })).body.data, operation.name).toEqual([]);
    expect((await ask({ per_page: 0 })).status, operation.name).toBe(422);
  }
  expect(many).toBeGreaterThan(15);
});

test('a filter that has the name of a field finds just the rows with that value', async () => {
  const tried = new Set<string>();
  for (const { operation, ask, rows } of read) {
    for (const row of rows.slice(0, 4)) {
      for (const [field, value] of Object.entries(row)) {
        const type = operation.input.shape[field];
        if (!type || operation.params.includes(field) || !/^(string|number|boolean)$/.test(typeof value)) continue;
        const { status, body } = await ask({ [field]: value, per_page: 100 });
        const listedRows = (body.data ?? []) as readonly Row[];
        tried.add(`${operation.name} ${field}`);
        expect(status, `${operation.name} ${field}`).toBe(200);
        expect(listedRows, `${operation.name} ${field}`).toContainEqual(row);
        expect(new Set(listedRows.map((one) => one[field])), `${operation.name} ${field}`).toEqual(new Set([value]));
      }
    }
  }
  expect(tried.size).toBeGreaterThan(15);
});

test('every order that a list knows has the same rows', async () => {
  for (const { operation, ask, rows } of read) {
    const orders = Object(operation.input.shape['sort'])?._zod?.def?.innerType?.options ?? [];
    for (const sort of orders) {
      const { status, body } = await ask({ sort });
      expect([status, body.data.length], `${operation.name} ${sort}`).toEqual([200, rows.length]);
      expect(body.data, `${operation.name} ${sort}`).toEqual(expect.arrayContaining([...rows]));
    }
    if (orders.length > 0) expect((await ask({ sort: 'prettiest' })).status, operation.name).toBe(422);
  }
});

test("no list shows another team's rows", async () => {
  /** The same for every team, or for all who take part in it. A row of the history has no id. */
  const common =
    /^(credits\.history|projects\.list_modules|prompt_tags\.list_dimensions|action_center\.\w+_(templates|detectors)|geo_criteria|community|wiki|insights|tracking_shares|citation_causality)/;
  for (const { operation, ask, rows } of read) {
    if (operation.audience.who !== 'member' || operation.params.length > 0 || common.test(operation.name)) continue;
    const { status, body } = await ask({}, 'sandbox-guest');
    expect(status, operation.name).toBe(200);
    for (const row of body.data) expect(rows, operation.name).not.toContainEqual(row);
  }
});
