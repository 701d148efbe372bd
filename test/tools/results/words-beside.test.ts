import { expect } from 'vitest';
import { allOperations } from '../../../src/catalog/index.ts';
import { dataOf, run } from '../tool-of.ts';
import { fakeClient } from '../fake-client.ts';
import { limit, openStage } from '../workflows/support/stage.ts';
import { it } from '../workflows/support/staged-test.ts';

const operations = allOperations().filter(({ aliasOf }) => aliasOf === undefined);

it('what goes out to people, or for good, is said before the call, and again with its answer', async () => {
  const outward = /\bmails?\b|charged to (?:your|the) team|^Toggles|public report|Owed in money/;
  for (const { name, effect, changes = '', consequence } of operations) {
    if (effect === 'write' && outward.test(changes)) expect(consequence, name).toBeDefined();
    if (consequence !== undefined) expect(changes.startsWith(consequence), name).toBe(true);
  }
  const says = expect.stringMatching(/^Sends a mail\. .*charged to your team/);
  await using stage = await openStage({ budget: limit(9) });
  const call = { operation: 'tracking_shares.create', arguments: { id: 2001, email: 'guest@gasthof.example' } };
  const { data } = await stage.run('estimate', { calls: [call] });
  expect(data.calls[0]).toMatchObject({ credits: 0, consequence: says });
  expect(await stage.run('call_write', call)).toMatchObject({ ok: true, consequence: says });
});

it('a score has a scale beside it, or that none is stated', async () => {
  for (const { name, answer, scale } of operations)
    if ('shape' in answer && Object.keys(answer.shape).some((field) => /(^|_)(score|possibility)$/.test(field)))
      expect(scale, name).toBeDefined();
  await using stage = await openStage();
  const { scale, meanings } = await stage.call('cited_sources.list', { id: 2001 });
  expect(scale).toContain('effective_possibility');
  expect(meanings).toEqual({ neu: 'new' });
});

it('words that are not English are translated in every answer that may hold them', () => {
  for (const { name, family, meanings } of operations)
    if (['cited_sources', 'community', 'admin'].includes(family))
      expect(Object.keys(meanings ?? {}), name).not.toEqual([]);
});

it('what an answer says twice is shown once, and whole where it is asked for', async ({ stage }) => {
  const call = { operation: 'content_audits.compare', arguments: { id: 8002 } };
  const { data } = await stage.run('call_read', call);
  expect(data.trend.by_type_delta).toMatchObject({ error: expect.any(Number) });
  expect(data.issues).not.toHaveProperty('by_type_delta');
  for (const view of [{ format: 'detailed' }, { fields: ['issues.by_type_delta'] }])
    expect((await stage.run('call_read', { ...call, ...view })).data.issues.by_type_delta).toEqual(
      data.trend.by_type_delta,
    );
});

it('a page of the handbook is shown once, as Markdown', async () => {
  const page = { slug: 'start', title: 'Start', body_md: '# Start', body_html: '<h1>Start</h1>', toc: [], related: [] };
  const client = fakeClient({ 'wiki.page': () => ({ data: page }) });
  const call = { operation: 'wiki.page', arguments: { slug: 'start' } };
  const concise = await run(client, 'call_read', call);
  expect(dataOf(concise)).toMatchObject({ body_md: '# Start' });
  expect(dataOf(concise)).not.toHaveProperty('body_html');
  expect(concise.structured['not_shown']).toContain('body_html');
  expect(dataOf(await run(client, 'call_read', { ...call, fields: ['body_html'] }))).toEqual({
    body_html: '<h1>Start</h1>',
  });
});
