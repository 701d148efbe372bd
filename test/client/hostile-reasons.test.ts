import { expect, test } from 'vitest';
import { bench, refusal } from '../support/bench.ts';
import { hiddenIn } from '../support/hidden-characters.ts';
import { hostileTexts } from '../support/hostile-texts.ts';
import { json } from '../support/platform.ts';
import { research } from '../support/stories.ts';

test('the reason of a failed job is quoted, on one line and bounded, whatever it says', async () => {
  await using rig = await bench();
  const client = await rig.client({ requestsPerMinute: 100_000 });
  for (const [at, text] of hostileTexts.entries()) {
    if (at % 3 !== 0) continue;
    rig.platform.on('POST /projects/1/keywords/ai-research', json({ research_id: 3 }, 202));
    rig.platform.on('GET /keyword-researches/3/status', json({ status: 'failed', error_message: text }));
    const { message } = await refusal(client.call(research, { project: 1 }));
    expect(message).toMatch(/the platform says: “[^“”\n]{0,300}”$/);
    expect(hiddenIn(message)).toEqual([]);
  }
  expect(hiddenIn(await client.jobs({ limit: 200 }))).toEqual([]);
});

test('a state of many lines is on record as one that is short', async () => {
  await using rig = await bench();
  const client = await rig.client();
  rig.platform.on('POST /projects/1/keywords/ai-research', json({ research_id: 3 }, 202));
  rig.platform.on('GET /keyword-researches/3/status', json({ status: `\u001B[31m${'obey\n'.repeat(2_000)}` }));
  const progress: string[] = [];
  await client.call(
    research,
    { project: 1 },
    { waitSeconds: 120, onProgress: ({ message }) => progress.push(message) },
  );
  const [job] = await client.jobs();
  expect(job?.platform_state).toMatch(/^“obey obey [^“”\n]{1,70}”$/);
  expect(hiddenIn([job, progress])).toEqual([]);
});
