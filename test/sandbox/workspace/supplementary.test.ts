import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

const day = 86_400;

test('an approval goes from stage to stage, and a closed one is 409', async () => {
  const { call } = await visit();
  expect((await call('agency.approvals')).body.data).toHaveLength(2);
  expect((await call('agency.approve', { id: 1 })).body).toMatchObject({ status: 'open', current_stage: 'client' });
  expect((await call('agency.approve', { id: 1 })).body).toMatchObject({ status: 'approved', current_stage: null });
  expect((await call('agency.approve', { id: 1 })).status).toBe(409);
  expect((await call('agency.reject', { id: 2, feedback: 'Too dry' })).body).toMatchObject({
    status: 'rejected',
    feedback: 'Too dry',
  });
  expect((await call('agency.approvals')).body.data).toEqual([]);
  expect((await call('agency.approve', { id: 3 })).status).toBe(403);
});

test('an incident is reported without a token, and listed for the team that reported it', async () => {
  const { call, raw } = await visit();
  const post = (token: string | null) =>
    raw(
      '/incidents',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'Made up a law' }),
      },
      token,
    );
  const anonymous = await post(null);
  expect(anonymous.status).toBe(202);
  expect((await call('incidents.get', { id: anonymous.body.id })).status).toBe(403);
  const own = await post('sandbox-owner');
  expect((await call('incidents.get', { id: own.body.id })).body.data).toMatchObject({
    title: 'Made up a law',
    status: 'received',
  });
  expect((await call('incidents.list')).body.data).toHaveLength(2);
});

test('an optimization run iterates until it is done or aborted', async () => {
  const { call, clock } = await visit();
  clock.pass(10 * day);
  expect((await call('optimization.get', { id: 1 })).body.data).toMatchObject({
    status: 'running',
    iterations: [{ number: 1 }],
  });
  expect((await call('optimization.abort', { id: 1 })).body.data.status).toBe('aborted');
  expect((await call('optimization.abort', { id: 1 })).status).toBe(409);
  clock.pass(20 * day);
  expect((await call('optimization.get', { id: 1 })).body.data.iterations).toHaveLength(1);
  expect((await call('optimization.get', { id: 2 })).body.data).toMatchObject({
    status: 'completed',
    iterations: [{}, {}, {}],
  });
});

test('engines and signals are known or 404', async () => {
  const { call } = await visit();
  expect((await call('engines.list')).body.engines).toHaveLength(3);
  expect((await call('engines.get', { engine: 'gemini' })).body.label).toBe('Gemini');
  expect((await call('engines.signal', { signal: 'freshness' })).body).toMatchObject({
    agreeing_engines: ['perplexity', 'gemini'],
    disagreeing_engines: ['chatgpt'],
  });
  expect((await call('engines.get', { engine: 'abacus' })).status).toBe(404);
  expect((await call('engines.signal', { signal: 'toString' })).status).toBe(404);
});

test('voices, exports, criteria and the dashboard are there', async () => {
  const { call } = await visit();
  expect((await call('brand_voices.list')).body.data).toHaveLength(1);
  expect((await call('exports.list')).body.data).toHaveLength(1);
  expect((await call('geo_criteria.list', { category: 'extraction' })).body.data).toHaveLength(2);
  expect((await call('geo_criteria.list', { category: 'weather' })).status).toBe(422);
  expect((await call('dashboard.get')).body).toMatchObject({ projects: 2, credits: 1000 });
});
