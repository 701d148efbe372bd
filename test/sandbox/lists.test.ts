import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationNamed } from '../../src/catalog/index.ts';
import type { Operation } from '../../src/catalog/vocabulary/index.ts';
import { scenes } from '../catalog/scenes.ts';
import { operations, prepare, tokenOf } from './example.ts';
import { openVisit, visit, type Visit } from './visit.ts';

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
    const { meta } = (await ask({ per_page: 2 })).body;
    expect(meta.last_page, operation.name).toBe(Math.max(1, Math.ceil(meta.total / 2)));
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

/** The field that an order compares, the largest first where it begins with a minus. Not here: `urls`, `opportunity`. */
const comparedBy: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'images.list': { newest: '-id', oldest: 'id', name: 'title', model: 'model', size: 'width', date: 'id' },
  'files.list': { newest: '-id', oldest: 'id', name: 'original_name', size: '-size_bytes' },
  'keyword_suggestions.list': { volume: '-search_volume', keyword: 'keyword', source: 'source' },
  'cited_sources.list': {
    reach_asc: 'reach',
    reach_desc: '-reach',
    citations_desc: '-citations',
    value_desc: '-value_score',
    possibility_desc: '-effective_possibility',
    domain_az: 'domain',
    first_seen: 'first_seen',
    last_seen: '-last_seen',
    portfolio_desc: '-in_portfolio',
  },
  'grounding.audits': { created: '-created_at', url: '-url', status: '-status', score: '-score' },
  'leads.list': { company: 'company', rating: '-rating', callback: 'next_callback_at' },
};

const ascending = (a: unknown, b: unknown): number =>
  typeof a === 'string' ? a.localeCompare(String(b), 'de') : Number(a) - Number(b);

test('every order that a list knows has the same rows, in that order', async () => {
  for (const { operation, ask, rows } of read) {
    const orders = Object(operation.input.shape['sort'])?._zod?.def?.innerType?.options ?? [];
    for (const sort of orders) {
      const { status, body } = await ask({ sort });
      expect([status, body.data.length], `${operation.name} ${sort}`).toEqual([200, rows.length]);
      expect(body.data, `${operation.name} ${sort}`).toEqual(expect.arrayContaining([...rows]));
      const by = comparedBy[operation.name]?.[sort];
      if (by === undefined) continue;
      const figures = body.data.map((row: Row) => row[by.replace('-', '')]).filter((one: unknown) => one !== null);
      const sorted = figures.toSorted(ascending);
      expect(figures, `${operation.name} ${sort}`).toEqual(by.startsWith('-') ? sorted.toReversed() : sorted);
    }
    if (orders.length > 0) expect((await ask({ sort: 'prettiest' })).status, operation.name).toBe(422);
  }
});

/** Lists that have an order without `sort`, or one in pages that are no list: where the rows are, and what they are ordered by. */
const ordered: readonly (readonly [name: string, given: Row, rows: string, by: string])[] = [
  ['knowledge_base.search', { project: 1, q: 'the camping box range' }, 'data', '-score'],
  ['wiki.search', { q: 'project and credits' }, 'data', '-score'],
  ['brand_knowledge.read', { brand: 2001, q: 'prices', include: 'kb' }, 'kb_passages', '-score'],
  ['action_center.path', {}, 'data.steps', '-weight'],
  ['competitors.list', { id: 2001 }, 'competitors', 'domain'],
  ['prompt_tags.list_dimensions', {}, 'data', 'sort_order'],
  ['community.list_channels', {}, 'data', 'sort_order'],
  ['content_audits.pages', { id: 8001, sort: 'seo_score' }, 'pages.data', 'seo_score'],
  ['content_audits.pages', { id: 8001, sort: 'word_count', dir: 'desc' }, 'pages.data', '-word_count'],
  ['content_audits.pages', { id: 8001, sort: 'title' }, 'pages.data', 'title'],
  ['images.list', { sort: 'name', dir: 'desc' }, 'data', '-title'],
  ['grounding.audits', { sort: 'url', dir: 'asc' }, 'data', 'url'],
];

test.each(ordered)('the rows of %s %j in %s are ordered by %s', async (name, given, path, by) => {
  const { body } = await here.call(name, given, tokenOf(operationNamed(name)));
  const rows = path.split('.').reduce((at, step) => Object(at)[step] ?? at, body) as readonly Row[];
  const figures = rows.map((row) => row[by.replace('-', '')]);
  expect(new Set(figures).size).toBeGreaterThan(1);
  const sorted = figures.toSorted(ascending);
  expect(figures).toEqual(by.startsWith('-') ? sorted.toReversed() : sorted);
});

/** Filters that are no field of a row, and what they leave. */
const narrowed: readonly (readonly [name: string, given: Row, filter: Row, isLeft: (row: Row) => boolean])[] = [
  ['images.list', {}, { q: 'STOVE' }, ({ title }) => /stove/i.test(String(title))],
  ['images.list', {}, { tags: ['autumn'] }, ({ tags }) => JSON.stringify(tags).includes('autumn')],
  ['images.list', {}, { favorite: true }, ({ is_favorite }) => is_favorite === true],
  ['images.list', {}, { from: '2026-11-04' }, ({ created_at }) => String(created_at) >= '2026-11-04'],
  ['images.list', {}, { to: '2026-11-02' }, ({ created_at }) => String(created_at) < '2026-11-03'],
  ['files.list', {}, { q: 'NOTES' }, ({ original_name }) => original_name === 'notes.txt'],
  ['files.list', {}, { type: 'csv' }, ({ mime_type }) => mime_type === 'text/csv'],
  ['files.list', {}, { expiring: 1 }, ({ expires_at }) => expires_at !== null],
  ['leads.list', {}, { q: 'klick' }, ({ company }) => company === 'Klickhaus'],
  ['leads.list', {}, { has: 'email' }, ({ email }) => email !== null],
  ['leads.list', {}, { assigned: 'any' }, ({ assigned_to }) => assigned_to !== null],
  ['grounding.audits', {}, { q: 'fjord' }, ({ url }) => /fjord/.test(String(url))],
  ['grounding.audits', {}, { from: '2026-11-04' }, ({ created_at }) => String(created_at) >= '2026-11-04'],
  ['grounding.audits', {}, { to: '2026-11-02' }, ({ created_at }) => String(created_at) < '2026-11-03'],
  ['grounding.audits', {}, { domain: 'oars.example' }, ({ url }) => /oars\.example/.test(String(url))],
  ['prompts.list', { id: 2001 }, { active_only: true }, ({ monitor_status }) => monitor_status === 'active'],
  ['prompts.list', { id: 2001 }, { search: '-kettle' }, ({ prompt_text }) => !/kettle/.test(String(prompt_text))],
];

test('a filter of another name leaves just the rows that it is about', async () => {
  const { call, clock } = await visit();
  clock.pass(3 * 86_400);
  await call('images.generate', { prompt: 'An oar' });
  await call('grounding.analyze', { url: 'https://oars.example' });
  const { body } = await call('prompts.create', { id: 2001, prompt_text: 'Which kettle lasts?' });
  await call('prompts.monitor', { id: 2001, promptId: body.data.id, status: 'paused' });
  for (const [name, given, filter, isLeft] of narrowed) {
    const token = tokenOf(operationNamed(name));
    const all: readonly Row[] = (await call(name, given, token)).body.data;
    const left: readonly Row[] = (await call(name, { ...given, ...filter }, token)).body.data;
    expect(left, `${name} ${JSON.stringify(filter)}`).toEqual(all.filter(isLeft));
    expect([left.length > 0, left.length < all.length], `${name} ${JSON.stringify(filter)}`).toEqual([true, true]);
  }
  const extracted = await call('prompts.extract', { id: 2001, active_only: true });
  expect(extracted.body.extracted.map(({ monitor_status }: Row) => monitor_status)).not.toContain('paused');
  expect((await call('prompts.list', { id: 2001 })).body.data).toMatchObject([{ id: body.data.id }]);
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
