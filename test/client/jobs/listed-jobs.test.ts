import { expect, test } from 'vitest';
import { operation } from '../../../src/catalog/index.ts';
import { bench } from '../../support/bench.ts';
import { json } from '../../support/platform.ts';

test('a job that a list tells of ends with what the list says of it, and keeps what its start said', async () => {
  await using it = await bench();
  it.platform.on('POST /prompt-check', json({ data: { run_id: 8, status: 'processing', batch: 'b-1' } }, 202));
  it.platform.on(
    'GET /prompt-check',
    json({
      data: [
        { id: 9, status: 'completed' },
        { id: 8, status: 'completed', answers: [{ platform: 'chatgpt', text: 'Try a box.' }] },
      ],
    }),
  );
  const reply = await (
    await it.client()
  ).call(operation('prompt_check.start'), { tracking_project_id: 1, prompt: 'Which box?', platforms: ['chatgpt'] });
  expect(reply.data).toEqual({
    run_id: 8,
    id: 8,
    batch: 'b-1',
    status: 'completed',
    answers: [{ platform: 'chatgpt', text: 'Try a box.' }],
  });
});
