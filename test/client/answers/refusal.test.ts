import { expect, it } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import { readAnswer } from '../../../src/client/answers/index.ts';
import type { Operation } from '../../../src/catalog/vocabulary/index.ts';
import { refusal } from '../../support/bench.ts';
import { projects } from '../../support/stories.ts';

const one = operationNamed('projects.get');

const answered = (operation: Operation, status: number, body: unknown): Promise<unknown> =>
  readAnswer(operation, { status, headers: {}, body: new TextEncoder().encode(JSON.stringify(body)) });

it.each([
  { success: true, data: null },
  { success: false, data: { id: 4 } },
  { success: false, data: [{ id: 4 }] },
  { success: false, data: { undeclared: 4 } },
  { success: false, name: 'Acme' },
  { success: false, project: { id: 4 } },
  { data: { success: false } },
  { success: null },
  { data: { id: 4 }, errors: [], error: null },
  { data: { id: 4 }, warnings: ['Slow.'], errors: ['One part is missing.'] },
  { id: 4, error: 'The last crawl failed.' },
])('%j has content, or does not deny itself', async (body) => {
  await answered(one, 200, body);
});

it('an answer that is longer than 16 KiB has content, whatever it says of itself', async () => {
  const ofBytes = (bytes: number) => ({ success: false, message: 'x'.repeat(bytes - 30) });
  const size = JSON.stringify(ofBytes(100)).length - 100;
  expect((await refusal(answered(projects, 200, ofBytes(16 * 1024 - size)))).outcome).toBe('rejected');
  await answered(projects, 200, ofBytes(16 * 1024 + 1 - size));
});
