import { expect, it, onTestFinished } from 'vitest';
import { fastClock } from '../support/clock/fast-clock.ts';
import { openHost } from './support/in-process.ts';
import { json, platformFor } from '../support/platform.ts';
import { pointedAt } from './support/stdio-host.ts';

const scope = { onTestFinished };
const clock = fastClock(10);

it.each(['2025-11-25', '2026-07-28'])(
  'a call that waits for the rate limit says for how long, to a client of %s',
  async (version) => {
    const platform = await platformFor(scope);
    platform.on(
      'GET /storylines/1',
      json({ error: { code: 'rate_limited' } }, 429, { 'retry-after': '12' }),
      json({ data: { id: 1, status: 'completed' } }),
    );
    const host = await openHost(scope, { env: pointedAt(platform, { VISIBILITY_MAX_WAIT: '600' }), clock, version });
    const read = { operation: 'storylines.get', arguments: { id: 1 } };
    expect(await host.call('call_read', read, { progressToken: 'wait' })).toMatchObject({ ok: true });
    const steps = host.messages.flatMap(({ method, params }) =>
      method === 'notifications/progress' ? [params as { progress: number; message: string }] : [],
    );
    expect(steps[0]?.message).toMatch(/^Waiting 1[0-2] s for the platform's rate limit$/);
    expect(steps.map(({ progress }) => progress)).toEqual(
      steps.map(({ progress }) => progress).toSorted((a, b) => a - b),
    );
    expect(steps.at(-1)).toMatchObject({ progress: 100, total: 100, message: 'Done' });
  },
);
