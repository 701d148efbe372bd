import { expect, it } from 'vitest';
import { limit, openStage } from './support/stage.ts';

it.each([
  ['audit_site', { site: 'fjordkiste.example' }],
  ['write_article', { project: 'fjordkiste', keyword: 'moss' }],
])('%s that is larger than a whole limit is refused without a time to wait for', async (tool, args) => {
  await using stage = await openStage({ budget: limit(4) });
  const { error } = await stage.run(tool, args);
  expect(error).toMatchObject({
    code: 'budget_exceeded',
    outcome: 'not_sent',
    message: expect.stringMatching(/can never fit into the limit 4\/day\..*charged/),
    next: expect.stringMatching(/^Waiting does not help/),
  });
  expect(JSON.stringify(error)).not.toContain('resets_at');
});

it('the refusal of one that would fit tomorrow says when the limit resets', async () => {
  await using stage = await openStage({ budget: limit(12) });
  await stage.run('write_article', { project: 'fjordkiste', keyword: 'moss' });
  const { error } = await stage.run('audit_site', { site: 'fjordkiste.example' });
  expect(error).toMatchObject({
    code: 'budget_exceeded',
    resets_at: expect.any(String),
    next: expect.stringMatching(/^The limit resets at /),
  });
});
