import { expect, it } from 'vitest';
import type { Reading } from '../../sandbox/readings/reading.ts';
import { stage } from './support/stage.ts';

/** The first answers to the read of a result come from a proxy. */
const proxied = (times: number): Reading => ({
  name: 'proxied',
  turnsOn: '',
  keeps: '',
  of: ['keywords.research_results'],
  sends: (sent, { nth }) =>
    nth('result') <= times
      ? { ...sent, headers: { 'content-type': 'text/html' }, body: '<html><p>Sign in to the network</p></html>' }
      : sent,
});

const research = { operation: 'keywords.research', arguments: { body: { keywords: ['moss'] } } };

it('the result of a paid job is read once more where a proxy answered', async () => {
  await using s = await stage({}, {}, { readings: [proxied(1)] });
  expect(await s.run('call_paid', research)).toMatchObject({ ok: true, data: expect.anything() });
});

it('where it cannot be read, the job is there still, and job_wait reads it for free', async () => {
  await using s = await stage({}, {}, { readings: [proxied(2)] });
  const { ok, error } = await s.run('call_paid', research);
  expect(ok).toBe(false);
  expect(error).toMatchObject({
    code: 'unreadable',
    status: 200,
    message: expect.stringContaining('“Sign in to the network”'),
    next: expect.stringContaining('completed and paid for'),
  });
  const drawn = await s.balance();
  const job_id = /"job_id": "([^"]+)"/.exec(error.next)?.[1];
  expect(await s.run('job_wait', { job_id })).toMatchObject({ ok: true, data: expect.anything() });
  expect(await s.balance()).toBe(drawn);
});
