import { expect, test } from 'vitest';
import { bench } from '../../support/bench.ts';
import { json } from '../../support/platform.ts';
import { accepted, create, start, story, storyline, watched } from '../../support/stories.ts';

test.each([
  ['ends when the platform refuses the token', json({ message: 'Unauthenticated.' }, 401), true],
  ['ends when the platform refuses the job', json({ message: 'Forbidden.' }, 403), true],
  ['goes on over an answer that is none', json({}, 503), false],
])('watching a job %s', async (_, answer, ends) => {
  await using it = await bench();
  it.platform.on(start, accepted);
  it.platform.on(watched, storyline('generating'));
  const client = await it.client();
  const { job } = await client.call(create, story, { waitSeconds: 1 });
  it.platform.on(watched, answer);
  const stop = new AbortController();
  const { over } = await client.watch(job?.job_id ?? '', { onChange: () => {}, signal: stop.signal });
  const later = it.clock.sleep(300_000).then(() => 'goes on');
  expect(await Promise.race([over.then(() => 'over'), later])).toBe(ends ? 'over' : 'goes on');
  stop.abort();
  await over;
});

test('a job that has ended well is whole, whatever share of it was reported last', async () => {
  await using it = await bench();
  it.platform.on(start, accepted);
  it.platform.on(watched, storyline('generating'), storyline('completed'));
  const client = await it.client();
  await client.call(create, story);
  expect(await client.jobs()).toMatchObject([{ state: 'completed', progress: 100 }]);
});
