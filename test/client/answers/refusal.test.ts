import { expect, it } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import { refusing } from '../../../src/client/answers/index.ts';
import type { Operation } from '../../../src/catalog/vocabulary/index.ts';
import { refusal } from '../../support/bench.ts';
import { create, projects } from '../../support/stories.ts';

const one = operationNamed('projects.get');
const generate = operationNamed('articles.generate');

const answered = (operation: Operation, status: number, body: unknown): Promise<unknown> =>
  refusing(async () => ({ status, headers: {}, body: new TextEncoder().encode(JSON.stringify(body)) }))(
    operation,
    {},
    { method: 'GET', target: '/' },
    { urgency: 'call', slotWaitMs: 0 },
  );

it.each([
  { success: false, message: 'Not found.' },
  { ok: false, error: { code: 'gone_away' }, data: null },
  { success: false, status: 'error', errors: { url: ['Required.'] }, data: [], meta: { trace: 1 } },
  { success: false, message: 'The provider is down.', details: { id: 4, retry: true } },
  { success: false, problem: { message: 'No.', status: 'error', retry: true }, hints: ['Later.'], none: null },
  { error: { code: 'plan_limit', message: 'No credits.' } },
  { error: 'queue full' },
  { error: ['queue full'] },
  { errors: [{ title: 'nope' }], data: null },
  { errors: { keyword: ['Too short.'] }, data: [], meta: { request_id: 'r1' } },
  { status: 'error', message: 'No credits.' },
  { status: 403, error: 'Forbidden', timestamp: '2026-11-04T09:30:00Z' },
])('%j refuses the call, whatever its status', async (body) => {
  for (const operation of [projects, create, one, generate])
    for (const status of [200, 201, 202])
      expect(await refusal(answered(operation, status, body))).toMatchObject({ outcome: 'rejected', status });
  const paid = await refusal(answered(generate, 200, body));
  expect(paid.message).toContain('with status 200, which is that of a success');
  expect(paid.next).not.toContain('Nothing was charged');
});

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

it('a message alone refuses where the documents show fields, and accepts with 202', async () => {
  const body = { message: 'You have reached your limit.' };
  expect((await refusal(answered(projects, 200, body))).code).toBe('refused');
  await answered(generate, 202, body);
  await answered(operationNamed('projects.delete'), 200, body);
});

it('a failed job is no refusal of the look at it', async () => {
  await answered(operationNamed('keywords.research_status'), 200, { status: 'failed', error: 'No credits.' });
});

it('an answer that is longer than 16 KiB has content, whatever it says of itself', async () => {
  const ofBytes = (bytes: number) => ({ success: false, message: 'x'.repeat(bytes - 30) });
  const size = JSON.stringify(ofBytes(100)).length - 100;
  expect((await refusal(answered(projects, 200, ofBytes(16 * 1024 - size)))).outcome).toBe('rejected');
  await answered(projects, 200, ofBytes(16 * 1024 + 1 - size));
});
