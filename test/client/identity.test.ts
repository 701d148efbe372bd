import { describe, expect, test } from 'vitest';
import { normalAddress } from '../../src/client/http/normal-address.ts';
import { bench, refusal, token, type Bench } from '../support/bench.ts';
import { hangUp, json } from '../support/platform.ts';
import { create, projects, start, accepted, story, watched } from '../support/stories.ts';

const budget = [{ credits: 10, window: 'total' as const }];
/** Each start draws 5. */
const buy = (seed: string) => [create, { ...story, keyword: seed }] as const;

async function shop(): Promise<Bench> {
  const rig = await bench();
  rig.platform.on('GET /team', json({ data: { id: 7, name: 'Tea house' } }));
  rig.platform.on(start, accepted);
  rig.platform.on(watched, json({ data: { id: 7, status: 'completed' } }));
  return rig;
}

const spellings = ['localhost', '127.0.0.1', 'LOCALHOST'];

describe('money and jobs belong to the team', () => {
  test('other spellings of the address and other tokens of the team draw on one budget and see its jobs', async () => {
    await using rig = await shop();
    const bought: unknown[] = [];
    for (const [n, host] of spellings.entries()) {
      const client = await rig.client({
        budget,
        token: `token-${n}`,
        apiUrl: rig.platform.url.replace('127.0.0.1', host),
      });
      bought.push(
        await client.call(...buy(`tea ${n}`)).then(
          () => 'bought',
          (error: { code: string }) => error.code,
        ),
      );
    }
    expect(bought).toEqual(['bought', 'bought', 'budget_exceeded']);
    expect(rig.platform.to(start)).toHaveLength(2);
    const another = await rig.client({ budget, token: 'token-9' });
    expect(await another.jobs()).toHaveLength(2);
    expect((await another.money()).totals.charged).toBe(10);
  });

  test('another team on the same platform is another account, with jobs of its own', async () => {
    await using rig = await shop();
    rig.platform.on('GET /team', (request) => json({ data: { id: request.token === token ? 7 : 8 } }));
    const [ours, theirs] = [await rig.client({ budget }), await rig.client({ budget, token: 'theirs' })];
    const { job } = await ours.call(...buy('tea'));
    expect(await theirs.jobs()).toEqual([]);
    expect((await refusal(theirs.wait(String(job?.job_id)))).code).toBe('unknown_job');
    expect((await theirs.money()).totals.charged).toBe(0);
  });

  test('the same team number on another platform is another account', async () => {
    await using rig = await shop();
    await using other = await shop();
    const [here, there] = [await rig.client({ budget }), await rig.client({ budget, apiUrl: other.platform.url })];
    await here.call(...buy('tea'));
    expect((await there.money()).totals.charged).toBe(0);
  });

  test('where the platform names no team, its user stands for it, and where it names neither, the token', async () => {
    await using rig = await shop();
    rig.platform.on('GET /team', json({ message: 'Not found.' }, 404));
    rig.platform.on(
      'GET /account',
      json({ id: 3, name: 'Ada', email: 'ada@tea.example' }),
      json({ id: 3 }),
      json({ message: 'Not found.' }, 404),
    );
    for (const one of ['first', 'second']) await (await rig.client({ budget, token: one })).call(...buy(one));
    expect((await (await rig.client({ budget, token: 'first' })).money()).totals.charged).toBe(10);
    const third = await rig.client({ budget, token: 'third' });
    await third.call(...buy('third'));
    expect((await third.money()).totals.charged).toBe(5);
    expect(rig.platform.to('GET /team'), 'one of each token').toHaveLength(3);
    rig.platform.on('GET /team', json({ id: 7 }));
    const ofTeam = await rig.client({ budget, token: 'third' });
    expect((await ofTeam.money()).totals.charged, 'what the token spent moves to its team').toBe(5);
    expect(await ofTeam.jobs()).toHaveLength(1);
    expect(rig.platform.to('GET /team')).toHaveLength(4);
  });

  test.each([
    { id: 'tea-house_7', charged: 10 },
    ...['a b', '!a', 'a!', 'x'.repeat(101), 1.5, ''].map((id) => ({ id, charged: 5 })),
  ])('two tokens of the team $id have drawn $charged credits of one account', async ({ id, charged }) => {
    await using rig = await shop();
    rig.platform.on('GET /team', json({ id }));
    const [first, second] = [await rig.client({ token: 'first' }), await rig.client({ token: 'second' })];
    for (const client of [first, second]) await client.call(...buy('tea'));
    expect((await first.money()).totals.charged).toBe(charged);
  });

  test("the operator's name for an account goes before the platform's, which is not asked", async () => {
    await using rig = await shop();
    for (const [n, one] of ['first', 'second'].entries())
      await (await rig.client({ budget, token: one, account: 'acme' })).call(...buy(String(n)));
    const third = await rig.client({ budget, token: 'third', account: 'acme', service: 'x' });
    expect((await refusal(third.call(...buy('more')))).code).toBe('budget_exceeded');
    expect(rig.platform.to('GET /team')).toEqual([]);
  });
});

describe('the lookup', () => {
  test('is made by the first call that needs it, once for all processes, and by no read', async () => {
    await using rig = await shop();
    rig.platform.on('GET /projects', json({ data: [] }));
    const client = await rig.client();
    await client.call(projects, {});
    expect(rig.platform.to('GET /team')).toEqual([]);
    await Promise.all([client.call(...buy('a')), client.call(...buy('b')), client.jobs()]);
    await (await rig.client()).call(...buy('c'));
    expect(rig.platform.to('GET /team')).toHaveLength(1);
  });

  test('that fails keeps paid calls from being sent, unless the store knows the team', async () => {
    await using rig = await shop();
    rig.platform.on('GET /team', hangUp);
    const client = await rig.client({ budget });
    expect(await refusal(client.call(...buy('tea')))).toMatchObject({ code: 'unreachable', outcome: 'not_sent' });
    expect(rig.platform.to(start)).toEqual([]);
    expect(await client.jobs()).toEqual([]);
    rig.platform.on('GET /team', json({ id: 7 }));
    await client.call(...buy('tea'));
    rig.platform.on('GET /team', hangUp);
    await (await rig.client({ budget })).call(...buy('coffee'));
    expect(rig.platform.to(start)).toHaveLength(2);
  });

  test('ends for a caller who gives up', async () => {
    await using rig = await shop();
    rig.platform.on('GET /team', () => undefined);
    const client = await rig.client({ budget });
    const stop = new AbortController();
    const call = client.call(...buy('tea'), { signal: stop.signal });
    await rig.platform.arrival('GET /team');
    stop.abort(new Error('given up'));
    await expect(call).rejects.toThrow('given up');
    expect(rig.platform.to(start)).toEqual([]);
  });
});

test.each(['localhost', '[::1]', '127.1', '[::ffff:127.0.0.1]', '0.0.0.0'])(
  'the address http://%s is another spelling of the same service, and no new budget',
  async (host) => {
    await using rig = await shop();
    const other = normalAddress(rig.platform.url.replace('127.0.0.1', host).replace('/api', '//api'));
    expect(other).toBe(normalAddress(rig.platform.url));
  },
);
