import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../../src/catalog/vocabulary/index.ts';
import { scenes } from '../catalog/scenes.ts';
import { sourceValue } from '../../sandbox/engine/job-watch.ts';
import { operations, prepare, send, tokenOf } from './example.ts';
import { openVisit, visit, type Visit } from './visit.ts';

/** A platform for operations that are tried one after another. */
let here: Visit;
beforeAll(async () => {
  here = await openVisit({ balance: 100_000 });
});
afterAll(() => here.close());

/** What this operation's own entries in the history come to: what was drawn, less what was given back. */
async function drawnBy({ call }: Visit, { method, path }: Operation): Promise<number> {
  const { data } = (await call('credits.history', { per_page: 500 })).body;
  return data
    .filter(({ endpoint }: { endpoint: string }) => endpoint === `${method} ${path}`)
    .reduce((sum: number, { delta }: { delta: number }) => sum - delta, 0);
}

const priced = operations.flatMap((operation) =>
  operation.price.kind === 'fixed' && operation.price.credits > 0
    ? [{ name: operation.name, operation, price: operation.price }]
    : [],
);

test.each(priced)('$name draws its declared price once', async ({ operation, price }) => {
  const given = await prepare(here, operation);
  const before = await drawnBy(here, operation);
  expect((await send(here, operation, given)).status).toBeLessThan(300);
  here.clock.pass(7_200);
  expect((await drawnBy(here, operation)) - before).toBe(price.credits);
});

const withMinBalance = operations.flatMap((operation) =>
  'minBalance' in operation.price && operation.price.minBalance !== undefined
    ? [{ name: operation.name, operation, required: operation.price.minBalance }]
    : [],
);

const checked = [
  ...priced.map(({ name, operation, price }) => ({ name, operation, required: price.minBalance ?? price.credits })),
  ...withMinBalance,
].filter(({ name, operation }) => !(name in scenes) && tokenOf(operation) === 'sandbox-owner');

test('with a credit less than its price each is refused, and nothing is drawn or begun', async () => {
  // Rules: docs/platform/credits.md#charging.
  expect(checked.length).toBeGreaterThan(25);
  for (const { name, operation, required } of checked) {
    const here = await visit({ balance: required - 1 });
    const given = {
      ...(await prepare(here, operation)),
      keyword_limit: name.startsWith('competitor') ? 10 : undefined,
    };
    const { status, body } = await here.call(name, Object.fromEntries(Object.entries(given).filter(([, one]) => one)));
    expect([status, JSON.stringify(body)], name).toEqual([402, expect.stringContaining('insufficient_credits')]);
    const result = typeof body.error === 'object' ? { ...body, ...body.error } : body;
    expect([result.required, result.available ?? result.balance], name).toEqual([required, required - 1]);
    here.clock.pass(3_600);
    expect(await here.balance(), name).toBe(required - 1);
    await here.close();
  }
});

/** The example with a text that lets the job fail in the place of every free text, and of every address. */
const failing = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((one) => failing(one, name));
  if (typeof value !== 'string') return value;
  if (/url/.test(name)) return 'https://fail.example/';
  return name === 'domain' ? 'fail.example' : `${value} must fail`;
};

const texts = new Set([
  'keyword',
  'keywords',
  'url',
  'urls',
  'source_url',
  'domain',
  'prompt',
  'text',
  'stages',
  'name',
  'document',
]);

/** Arguments without which there would be no job. */
const asks: Readonly<Record<string, object>> = {
  'ai_scanner.detect': { scan_type: 'deep', language: 'en' },
  'ingest.start': { domain: 'example.com', country: 'DE' },
};

/** Jobs that read what they work on from a project, or from a document, that is named so. */
async function renameAll({ call }: Visit): Promise<void> {
  for (const [name, input] of [
    ['projects.update', { id: 1, name: 'Fail' }],
    ['tracking.update', { id: 2001, name: 'Fail' }],
  ] as const)
    expect((await call(name, input)).status, name).toBe(200);
}

/** They never fail on the sandbox, with any arguments. */
const steady = new Set([
  'articles.optimize',
  'articles.repurpose',
  'keywords.expand',
  'keywords.import_csv',
  'storylines.assemble_article',
  'knowledge_base.add_text',
  'knowledge_base.add_url',
  'pipelines.retry',
  'orphan_scans.start',
  'calendar.generate_article',
  'images.edit',
  'tracking.run',
  'prompt_tags.apply_single_tag',
  'ai_scanner.humanize',
  'humanizer.rehumanize',
  'content_optimizer.apply',
  'content_audits.refresh_page',
  'citation_causality.audit_project',
]);

/** What they leave undone is all that shows of their failure. */
const silent = new Set(['accuracy.reverify', 'brand_knowledge.rebuild_index', 'deep_insights.refresh']);

const fallible = operations.flatMap(({ name, job, price, ...operation }) =>
  job && (price.kind === 'fixed' || price.kind === 'formula') && !steady.has(name)
    ? [{ name, job, price, operation: { name, job, price, ...operation } }]
    : [],
);

test.each(fallible)('$name has drawn what its row says when its job fails', async ({ name, job, price, operation }) => {
  // docs/platform/credits.md#refunds: given back only where a row says so.
  await renameAll(here);
  const given: Record<string, unknown> = { ...(await prepare(here, operation)), ...asks[name] };
  for (const field of texts) if (field in given) given[field] = failing(given[field], field);
  const before = await drawnBy(here, operation);
  const { status, body } = await here.call(name, given);
  expect(status).toBeLessThan(300);
  here.clock.pass(7_200);
  const watched = Object.entries(job.with).map(([field, source]) => [
    field,
    sourceValue(source, { input: given, openBody: {} }, body),
  ]);
  const seen = await here.call(job.watch, Object.fromEntries(watched));
  if (!silent.has(name)) expect(JSON.stringify(seen.body)).toMatch(/:"failed"|"failed":[1-9]/);
  const drawn = (await drawnBy(here, operation)) - before;
  if (price.refunded || price.charged !== undefined) expect(drawn).toBe(0);
  else if (price.kind === 'fixed') expect(drawn).toBe(price.credits);
  else expect(drawn).toBeGreaterThan(0);
});
