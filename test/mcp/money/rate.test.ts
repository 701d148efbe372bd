import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { json, platformFor } from '../../support/platform.ts';
import { openHost } from '../support/in-process.ts';
import { fault } from '../support/message.ts';
import { folder } from '../support/scope.ts';
import { pointedAt, type Setup } from '../support/stdio-host.ts';

const reads = /^GET \/storylines\/\d+$/;
const read = (id: number) => ({ operation: 'storylines.get', arguments: { id } });

type Opened = Awaited<ReturnType<typeof openHost>>;

async function limited(count: number, setup: Omit<Setup, 'clock'> = {}) {
  const platform = await platformFor({ onTestFinished });
  platform.on(reads, json({ data: { id: 1, status: 'completed' } }));
  const env = pointedAt(platform, { VISIBILITY_STATE: join(folder({ onTestFinished }), 'state.db'), ...setup.env });
  const hosts = await Promise.all(Array.from({ length: count }, () => openHost({ onTestFinished }, { ...setup, env })));
  return { platform, hosts: hosts as [Opened, ...Opened[]] };
}

it('of a hundred reads offered at once by two servers, sixty arrive; the others are refused at once, with the time after which to repeat', async () => {
  const { platform, hosts } = await limited(2, { args: ['--max-wait', '1'] });
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) => (hosts[at % 2] as Opened).call('call_read', read(at + 1))),
  );
  expect(platform.seen).toHaveLength(60);
  const refused = answers.filter(({ ok }) => !ok).map(fault);
  expect(refused).toHaveLength(40);
  for (const { code, outcome, retry_after: seconds, message } of refused) {
    expect({ code, outcome }).toEqual({ code: 'rate_limited', outcome: 'not_sent' });
    expect(seconds).toBeGreaterThan(40);
    expect(seconds).toBeLessThanOrEqual(121);
    expect(message).toContain(`${seconds} s`);
  }
});

it('a rate that is set is kept', async () => {
  const { platform, hosts } = await limited(1, { args: ['--max-wait', '0', '--rate', '7'] });
  await Promise.all(Array.from({ length: 20 }, (_, at) => hosts[0].call('call_read', read(at + 1))));
  expect(platform.seen).toHaveLength(7);
});

it('a Retry-After of 90 s holds for every process of the token, for paid calls too, and is shown', async () => {
  const { platform, hosts } = await limited(2, { args: ['--max-wait', '1'] });
  platform.on('GET /storylines/429', json({ error: { code: 'rate_limited' } }, 429, { 'retry-after': '90' }));
  const calls = [
    () => hosts[0].call('call_read', read(429)),
    () => hosts[0].call('call_read', read(1)),
    () => (hosts[1] as Opened).call('call_read', read(2)),
    () =>
      (hosts[1] as Opened).call('call_paid', {
        operation: 'insights.generate_brief',
        arguments: { id: 1, prompt: 1 },
      }),
  ];
  for (const call of calls) {
    const { code, retry_after: seconds } = fault(await call());
    expect(code).toBe('rate_limited');
    expect(seconds).toBeGreaterThan(85);
    expect(seconds).toBeLessThanOrEqual(90);
  }
  expect(platform.seen.map(({ route }) => route)).toEqual(['GET /storylines/429']);
});
