import { expect } from 'vitest';
import { allOperations, operationNamed } from '../../../src/catalog/index.ts';
import { creditsOf } from '../../../src/tools/results/result.ts';
import { summarizeStartAnswer } from '../../../src/tools/results/summarize-start-answer.ts';
import { it } from '../workflows/support/staged-test.ts';

const batch = operationNamed('grounding.batch');
const started = {
  batch_id: 'bat_1',
  callback_secret: 'whsec_1',
  poll_url: 'https://x.example/1',
  seo_project_id: null,
};

it('what a start said has no secret of a callback that nobody asked for, no address to ask at, nothing empty', () => {
  expect(summarizeStartAnswer(started, { arguments: { urls: [] } }, batch)).toEqual({ batch_id: 'bat_1' });
  const asked = { arguments: { callback_url: 'https://me.example' } };
  expect(summarizeStartAnswer(started, asked, batch)).toEqual({ batch_id: 'bat_1', callback_secret: 'whsec_1' });
  expect(summarizeStartAnswer({ id: 3, n: 1 }, { arguments: { id: 3 } }, batch)).toEqual({ n: 1 });
  expect(summarizeStartAnswer(started, undefined, batch)).toBe(started);
  expect(summarizeStartAnswer({ poll_url: 'https://x.example/1' }, asked, batch)).toBeUndefined();
});

it('every secret that is for a callback alone is declared so', () => {
  for (const { name, shownOnce, onlyWith, input } of allOperations()) {
    for (const field of shownOnce.filter((one) => one.includes('callback')))
      expect(onlyWith?.[field], name).toBe('callback_url');
    for (const argument of Object.values(onlyWith ?? {})) expect(Object.keys(input.shape), name).toContain(argument);
  }
});

it('a model that audits pages sees none of it, and a program everything', async ({ stage }) => {
  const urls = ['https://moss.example/a', 'https://moss.example/b'];
  const result = await stage.run('ground_urls', { urls });
  expect(result.started).toMatchObject({ batch_id: expect.any(String) });
  expect(JSON.stringify(result)).not.toMatch(/callback_secret|poll_url|results_url/);
  const call = { operation: 'grounding.batch', arguments: { urls: urls.map((url) => `${url}/c`) }, wait_s: 0 };
  const begun = await stage.run('call_paid', call);
  expect(JSON.stringify(begun)).not.toMatch(/callback_secret|poll_url/);
  expect(JSON.stringify(await stage.run('job_wait', { job_id: begun.job.job_id }))).not.toMatch(
    /callback_secret|poll_url/,
  );
  const given = { ...call.arguments, callback_url: 'https://me.example/hook' };
  const asked = await stage.call('grounding.batch', given);
  expect(asked.started.callback_secret).toMatch(/^whsec_/);
});

it('a charge that is still to be confirmed says what that means, and a fixed price nothing', () => {
  const credits = { estimated: 5, charged: 5, unconfirmed: true } as const;
  expect(creditsOf(credits, operationNamed('articles.generate')).unconfirmed).toBeUndefined();
  expect(creditsOf(credits, operationNamed('storylines.create')).unconfirmed).toMatch(/nothing to do/);
  expect(creditsOf({ estimated: 5, charged: 5 }, operationNamed('storylines.create')).unconfirmed).toBeUndefined();
});
