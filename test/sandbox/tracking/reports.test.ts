import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test('a report is Markdown, costs 10, and comes once in 30 minutes for a project, whoever asks', async () => {
  // Document 1, "Rate limits": `{error: rate_limited}`, not the structured form.
  const { call, clock, balance } = await visit({ rate: 1000 });
  expect((await call('reports.generate', { id: 1 })).body.report).toMatch(/^# AI visibility of Fjordkiste/);
  const refused = await call('reports.generate', { id: 1 }, 'sandbox-member');
  expect([refused.status, refused.body.error, refused.headers.get('retry-after')]).toEqual([
    429,
    'rate_limited',
    '1800',
  ]);
  expect((await call('reports.generate', { id: 2 }, 'sandbox-guest')).status).toBe(200);
  expect(await balance()).toBe(990);
  clock.pass(1800);
  expect((await call('reports.generate', { id: 1 })).status).toBe(200);
});
