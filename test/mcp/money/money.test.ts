import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openHost } from '../support/in-process.ts';
import { after, hangUp, json, type Platform, platformFor } from '../../support/platform.ts';
import { randomOf } from '../../support/random.ts';
import { fault, type Told } from '../support/message.ts';
import { folder } from '../support/scope.ts';
import { pointedAt, type Session } from '../support/stdio-host.ts';

const brief = (prompt: number, more: object = {}) => ({
  operation: 'insights.generate_brief',
  arguments: { id: 1, prompt },
  ...more,
});
const briefs = /^POST \/tracking-projects\/1\/prompts\/\d+\/generate-brief$/;
const price = 3;

/** Server processes that share one state file. */
async function fleet(platform: Platform, count: number, env: Readonly<Record<string, string>>): Promise<Session[]> {
  const VISIBILITY_STATE = join(folder({ onTestFinished }), 'state.db');
  return Promise.all(
    Array.from({ length: count }, () =>
      openHost({ onTestFinished }, { env: pointedAt(platform, { VISIBILITY_STATE, ...env }) }),
    ),
  );
}

const totals = async (host: Session) =>
  ((await host.call('credits')).data as { totals: { charged: number; reserved: number; in_doubt: number } }).totals;

describe('processes with one budget', () => {
  it('never draw more than it together, whatever they try at once', async () => {
    const platform = await platformFor({ onTestFinished });
    let drawn = 0;
    const random = randomOf(7);
    platform.on(briefs, async () => {
      drawn += price;
      await new Promise((resolve) => setTimeout(resolve, random.below(60)));
      return json({ data: { brief: 'Write.' } });
    });
    const hosts = await fleet(platform, 4, { VISIBILITY_BUDGET: '25/day' });
    const answers = await Promise.all(
      hosts.flatMap((host, at) =>
        Array.from({ length: 10 }, (_, call) => host.call('call_paid', brief(1 + 100 * at + call))),
      ),
    );
    const paid = answers.filter(({ ok }) => ok);
    expect(drawn).toBeLessThanOrEqual(25);
    expect(drawn).toBe(paid.length * price);
    for (const answer of answers)
      if (!answer.ok) expect(['budget_exceeded', 'budget_in_flight']).toContain(fault(answer).code);
    // What was free is used up to the last call that fits.
    const last = await hosts[0]?.call('call_paid', brief(9000));
    expect(drawn + (last?.ok ? 0 : price)).toBeGreaterThan(25 - price);
    expect(await totals(hosts[3] as Session)).toEqual({ charged: drawn, reserved: 0, in_doubt: 0 });
  });

  it('do not draw more than it when outcomes are lost on the way', async () => {
    const platform = await platformFor({ onTestFinished });
    let turn = 0;
    platform.on(briefs, () => (turn++ % 2 === 0 ? hangUp : json({ data: { brief: 'Write.' } })));
    const hosts = await fleet(platform, 2, { VISIBILITY_BUDGET: '25/day' });
    await Promise.all(
      hosts.flatMap((host, at) =>
        Array.from({ length: 6 }, (_, call) => host.call('call_paid', brief(1 + 100 * at + call))),
      ),
    );
    await Promise.all(hosts.map((host, at) => host.call('call_paid', brief(9000 + at))));
    const arrived = platform.to(briefs);
    expect(arrived.length * price).toBeLessThanOrEqual(25);
    expect(new Set(arrived.map(({ route }) => route)).size).toBe(arrived.length);
    const { charged, in_doubt: inDoubt } = await totals(hosts[1] as Session);
    expect(charged + inDoubt).toBe(arrived.length * price);
  });

  it('make one request of identical calls, and all get its answer', async () => {
    const platform = await platformFor({ onTestFinished });
    const { promise, resolve } = Promise.withResolvers<void>();
    platform.on(briefs, after(promise, json({ data: { brief: 'The one.' } })));
    const hosts = await fleet(platform, 3, {});
    const calls: Promise<Told>[] = hosts.flatMap((host) => [
      host.call('call_paid', brief(1), { progressToken: 'first' }),
      host.call('call_paid', { ...brief(1), wait_s: 20 }, { progressToken: 'second' }),
    ]);
    // A call reports progress once it waits for the one on record.
    const waits = (host: Session, token: string) =>
      host.seen(({ method, params }) => method === 'notifications/progress' && params?.['progressToken'] === token);
    await Promise.all(hosts.flatMap((host) => [waits(host, 'first'), waits(host, 'second')]));
    resolve();
    const answers = await Promise.all(calls);
    expect(platform.to(briefs)).toHaveLength(1);
    for (const answer of answers) expect(answer).toMatchObject({ ok: true, data: { brief: 'The one.' } });
    expect(answers.filter(({ job }) => job?.['joined'] === true)).toHaveLength(5);
  });
});

it('a call cancelled on the wire is not cut off: what it cost is written down', async () => {
  const platform = await platformFor({ onTestFinished });
  const { promise, resolve } = Promise.withResolvers<void>();
  platform.on(briefs, after(promise, json({ data: { brief: 'Late.' } })));
  const [host] = (await fleet(platform, 1, {})) as [Session];
  host.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 'gone', method: 'tools/call', params: { name: 'call_paid', arguments: brief(1) } })}\n`,
  );
  await platform.arrival(briefs, 1);
  host.notify('notifications/cancelled', { requestId: 'gone', reason: 'changed my mind' });
  await host.request('ping');
  resolve();
  await expect.poll(() => totals(host)).toEqual({ charged: 3, reserved: 0, in_doubt: 0 });
  expect(host.messages.some(({ id }) => id === 'gone')).toBe(false);
  // The answer was paid for and seen by nobody: the same call gets it, and pays nothing.
  expect(await host.call('call_paid', brief(1))).toMatchObject({ ok: true, data: { brief: 'Late.' } });
  expect(platform.to(briefs)).toHaveLength(1);
});
