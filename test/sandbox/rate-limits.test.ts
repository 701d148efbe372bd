import { expect, test } from 'vitest';
import { operations, tokenOf } from './example.ts';
import { visit } from './visit.ts';

const many = async (times: number, once: () => Promise<{ status: number }>): Promise<number[]> => {
  const received: number[] = [];
  for (let n = 0; n < times; n += 1) received.push((await once()).status);
  return received;
};

test('at most 60 requests of a token arrive in any 60 seconds', async () => {
  const { raw, clock } = await visit({ rate: 60 });
  expect(new Set(await many(30, () => raw('/credits')))).toEqual(new Set([200]));
  clock.pass(20);
  expect(new Set(await many(30, () => raw('/credits')))).toEqual(new Set([200]));
  const refused = await raw('/credits');
  expect(refused.status).toBe(429);
  expect(refused.body.error).toEqual({ code: 'rate_limited' });
  expect(refused.headers.get('retry-after')).toBe('40');
  // Counted per token, not per address (docs/platform/limits.md#requests).
  expect((await raw('/credits', {}, 'sandbox-member')).status).toBe(200);
  clock.pass(39.9);
  expect((await raw('/credits')).status).toBe(429);
  clock.pass(0.1);
  // Refused requests are not counted: all 30 places of the first half are free.
  expect(await many(31, () => raw('/credits'))).toEqual([...Array(30).fill(200), 429]);
});

const limits = Map.groupBy(
  operations.flatMap((operation) => operation.limits.map((limit) => ({ operation, limit }))),
  ({ limit }) => limit.bucket,
);

test.each([...limits].map(([bucket, sharing]) => ({ bucket, sharing })))(
  'the limit $bucket counts the requests of all operations that share it, whatever they come to',
  async ({ sharing }) => {
    // Rules: docs/platform/limits.md#special-limits.
    const here = await visit({ rate: 1_000, balance: 10_000 });
    const [{ limit: { requests, per, scope } } = { limit: { requests: 0, per: 0, scope: '' } }] = sharing;
    const turn = (n: number) => {
      const { operation } = sharing[n % sharing.length] ?? sharing[0]!;
      if (scope === 'project') return here.call(operation.name, { id: 2001 });
      const { method, path, audience } = operation;
      const token = audience.who === 'public' ? null : tokenOf(operation);
      return here.raw(path.replaceAll(/\{\w+\}/g, '4711'), method === 'GET' ? {} : { method }, token);
    };
    for (let n = 0; n < requests; n += 1) expect((await turn(n)).status, String(n)).not.toBe(429);
    const refused = await turn(requests);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(per)]);
    expect((await turn(requests + 1)).status).toBe(429);
    here.clock.pass(per);
    expect((await turn(requests)).status).not.toBe(429);
  },
);

test('a limit of projects lets another project through, for every token', async () => {
  const { call } = await visit({ rate: 1_000 });
  expect((await call('accuracy.reverify', { id: 2001 })).status).toBe(202);
  expect((await call('accuracy.backfill', { id: 2001 }, 'sandbox-member')).status).toBe(429);
  expect((await call('accuracy.reverify', { id: 2002 }, 'sandbox-guest')).status).toBe(202);
});

test('a request that is refused does not use up what a project may have once', async () => {
  const { call } = await visit({ rate: 1000, balance: 12 });
  expect((await call('reports.generate', { id: 2001 }, 'sandbox-guest')).status).toBe(403);
  expect((await call('reports.generate', { id: 2001 })).status).toBe(200);
  expect((await call('reports.generate', { id: 2001 })).status).toBe(429);
  // docs/platform/accuracy.md#checks: a gate of 5 credits; 2 are left.
  expect(await many(2, () => call('accuracy.reverify', { id: 2001 }))).toEqual([402, 402]);
});
