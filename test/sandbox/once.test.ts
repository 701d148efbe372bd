import { expect, test } from 'vitest';
import { operationNamed } from '../../src/catalog/index.ts';
import { prepare, tokenOf } from './example.ts';
import { visit } from './visit.ts';

type Input = Readonly<Record<string, unknown>>;

/** What may run once at a time: the status of a second start, and when it may start again. */
const running: readonly (readonly [name: string, input: Input, again: number, lasts: number])[] = [
  ['keywords.ai_research', { project: 1 }, 409, 120],
  ['competitors.discover', { id: 2001 }, 409, 40],
  ['business_profile.refresh', { id: 2001 }, 409, 40],
  ['keyword_suggestions.sitemap_scan', { id: 2001 }, 409, 120],
  ['knowledge_base.analyze_site', { project: 1, url: 'https://fjordkiste.example' }, 409, 180],
  ['deep_insights.refresh', { project: 2001 }, 409, 120],
  ['humanizer.rehumanize', { batch: 43001, document: 44001 }, 409, 40],
];

test.each(running)('%s of %j runs once at a time', async (name, input, again, lasts) => {
  const { call, clock, balance } = await visit();
  expect((await call(name, input)).status).toBeLessThan(300);
  const before = await balance();
  expect((await call(name, input)).status).toBe(again);
  expect(await balance()).toBe(before);
  clock.pass(lasts);
  expect((await call(name, input)).status).toBeLessThan(300);
});

/** What a repetition finds done: the same answer, at the same fields, and nothing drawn again. */
const repeated: readonly (readonly [name: string, input: Input, same: readonly string[]])[] = [
  ['storylines.approve', { id: 5001 }, ['data.approved_at', 'data.approved_by']],
  ['storylines.assemble_article', { id: 5001 }, ['article_id']],
  ['ingest.start', { prompts: ['Which oar?'], domain: 'oars.example', country: 'DE' }, ['id']],
  ['action_center.complete_todo', { id: 32001 }, ['completed_at']],
  ['images.share', {}, ['token']],
  ['files.share', { id: 11002 }, ['token']],
  ['os.share_file', { id: 65002 }, ['token']],
  ['team.invite', { email: 'texts@nordlicht.example', role: 'member' }, ['id']],
  ['tracking_shares.create', { id: 2001, email: 'guest@gasthof.example' }, ['id']],
  ['site_monitor.pause', { id: 93001 }, ['status']],
  ['leads.create', { company: 'Suchgut GmbH', email: 'HALLO@suchgut.example', city: 'Bremen' }, ['data.id']],
  ['keywords.explore', { keyword: 'kettle', country: 'DE' }, ['data']],
];

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((here, step) => Object(here)[step], value);

test.each(repeated)('%s of %j is done once, however often it is asked', async (name, input, same) => {
  const here = await visit();
  const operation = operationNamed(name);
  const given = { ...(await prepare(here, operation)), ...input };
  const first = await here.call(name, given, tokenOf(operation));
  expect(first.status).toBeLessThan(300);
  const before = await here.balance();
  for (const wait of [1, 600]) {
    here.clock.pass(wait);
    const again = await here.call(name, given, tokenOf(operation));
    expect(again.status).toBeLessThan(300);
    for (const path of same) {
      expect(at(first.body, path), path).toBeDefined();
      expect(at(again.body, path), path).toEqual(at(first.body, path));
    }
  }
  expect(await here.balance()).toBe(before);
});

test('a check of claims, and a new index, draw only for what they newly checked', async () => {
  // Rules: docs/platform/accuracy.md#knowledge-base.
  const { call, clock, balance } = await visit();
  for (const [name, remainingCredits] of [
    ['accuracy.reverify', 995],
    ['accuracy.reverify', 995],
    ['brand_knowledge.rebuild_index', 995],
  ] as const) {
    expect((await call(name, { id: 2001 })).status).toBe(202);
    clock.pass(3_600);
    expect(await balance()).toBe(remainingCredits);
  }
  const poor = await visit({ balance: 3 });
  expect((await poor.call('brand_knowledge.rebuild_index', { id: 2001 })).status).toBe(202);
  poor.clock.pass(3_600);
  expect(await poor.balance()).toBe(3);
});
