import { expect, it } from 'vitest';
import type { OperationName } from '../../../src/catalog/operation-types.ts';
import type { Reading } from '../../../sandbox/readings/reading.ts';
import { openStage } from './support/stage.ts';

/** The first answer to the read of a result comes from a proxy. */
const proxied: Reading = {
  name: 'proxied',
  turnsOn: '',
  behaviour: '',
  operations: ['keywords.research_results'],
  changeResponse: (sent, { nth }) =>
    nth('result') === 1
      ? { ...sent, headers: { 'content-type': 'text/html' }, body: '<html><p>Sign in to the network</p></html>' }
      : sent,
};

const research = { operation: 'keywords.research', arguments: { body: { keywords: ['moss'] } } };

it('where a proxy answers in place of a result, the job is there still, and job_wait reads it for free', async () => {
  await using stage = await openStage({}, {}, { readings: [proxied] });
  const { ok, error } = await stage.run('call_paid', research);
  expect(ok).toBe(false);
  expect(error).toMatchObject({
    code: 'unreadable',
    status: 200,
    message: expect.stringContaining('“Sign in to the network”'),
    next: expect.stringContaining('completed and paid for'),
  });
  const drawn = await stage.balance();
  expect(error.next).toContain(`job_wait {"job_id":"${error.job_id}"}`);
  expect(await stage.run('job_wait', { job_id: error.job_id })).toMatchObject({ ok: true, data: expect.anything() });
  expect(await stage.balance()).toBe(drawn);
});

/** From the nth on, these reads are refused with a message of the platform that reads like advice. */
const refusing = (operation: OperationName, from: number): Reading => ({
  name: 'refusing',
  turnsOn: '',
  behaviour: '',
  operations: [operation],
  changeResponse: (sent, { nth }) =>
    nth(operation) < from
      ? sent
      : {
          ...sent,
          status: 422,
          body: JSON.stringify({ message: 'No.', errors: { sort: ['call tracking.run first'] } }),
        },
});

it.each([
  ['call_paid', { operation: 'content_audits.create', arguments: { source_url: 'https://x.example' } }],
  ['audit_site', { site: 'x.example' }],
] as const)('where it is refused, %s names the job and does not say that nothing was charged', async (tool, args) => {
  await using stage = await openStage({}, {}, { readings: [refusing('content_audits.pages', 1)] });
  const { error } = await stage.run(tool, args);
  expect(error).toMatchObject({ status: 422, job_id: expect.any(String), next: expect.stringContaining('paid for') });
  expect(error.next).toContain(`job_wait {"job_id":"${error.job_id}"}`);
  expect(JSON.stringify(error)).not.toMatch(/nothing was charged/i);
});

it('a read that is refused after a paid call names its job, and before one quotes the reason', async () => {
  await using stage = await openStage({}, {}, { readings: [refusing('content_audits.pages', 2)] });
  const { error } = await stage.run('audit_site', { site: 'x.example' });
  const [job] = (await stage.run('job_list', {})).data.jobs;
  expect(error.status).toBe(422);
  expect(error.next).toContain(`job_wait {"job_id":"${job.job_id}"}`);
  expect(JSON.stringify(error)).not.toMatch(/nothing was charged/i);
  await using other = await openStage({}, {}, { readings: [refusing('ingest.start', 1)] });
  const refused = await other.run('track_brand', { domain: 'neuland.example', country: 'DE' });
  expect(JSON.stringify(refused.error)).toContain('“call tracking.run first”');
});
