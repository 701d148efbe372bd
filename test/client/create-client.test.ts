import { describe, expect, it, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { beginRun } from '../../src/programs/runs/begin-run.ts';
import { operationNamed } from '../../src/catalog/index.ts';
import type { Meter } from '../../src/client/meter.ts';
import { defaultWaitSeconds } from '../../src/client/calls/default-wait.ts';
import { StateUnavailable } from '../../src/state/sql/state-unavailable.ts';
import { bench, refusal, token } from '../support/bench.ts';
import { hangUp, json, later, text } from '../support/platform.ts';
import { creditBook } from '../support/state/credit-book.ts';
import { aroundSteps } from '../support/processes/around-steps.ts';
import {
  accepted,
  article,
  batch,
  create,
  emptyList,
  explore,
  generate,
  projects,
  start,
  story,
  tellStory,
  watched,
  writeArticles,
} from '../support/stories.ts';

const download = operationNamed('knowledge_base.download');
const file = text('%PDF-1.7\u0000', 200, { 'content-type': 'application/pdf' });

/** A meter that keeps what it receives. */
function meterOf() {
  const received: unknown[][] = [];
  const keep =
    (name: string) =>
    (...given: unknown[]): void =>
      void received.push([name, ...given]);
  const meter: Meter = {
    call: keep('call'),
    charged: keep('charged'),
    poll: keep('poll'),
    run: keep('run'),
    slotWait: keep('slotWait'),
  };
  return { meter, of: (name: string) => received.filter(([one]) => one === name).map(([, ...given]) => given) };
}

describe('a call', () => {
  it('waits as long as the client is set to, or as its options say', async () => {
    expect(defaultWaitSeconds).toBe(45);
    await using rig = await bench();
    tellStory(rig.platform, 'generating');
    const client = await rig.client({ maxWaitSeconds: 20 });
    const waited = async (options?: object): Promise<number> => {
      const before = rig.clock.steady();
      await client.call(create, story, options);
      return (rig.clock.steady() - before) / 1_000;
    };
    expect(Math.round(await waited())).toBe(20);
    expect(Math.round(await waited({ waitSeconds: 7 }))).toBe(7);
  });

  it('is labelled by its options, else by the client, and by nothing where it says so', async () => {
    await using rig = await bench();
    writeArticles(rig.platform);
    const client = await rig.client({ label: 'spring' });
    expect(client.label).toBe('spring');
    for (const [n, label] of [undefined, 'autumn', null].entries())
      await client.call(generate, article(n + 1), { label });
    const lines = await (await rig.state()).charges.history(undefined, { since: 0, limit: 5 });
    expect(lines.map(({ label }) => label)).toEqual([null, 'autumn', 'spring']);
  });

  it('is counted with its outcome and its time', async () => {
    await using rig = await bench();
    const { meter, of } = meterOf();
    rig.platform.on('GET /projects', later(3_000, emptyList), json({ message: 'Gone.' }, 410));
    const client = await rig.client({ meter });
    await client.call(projects, {});
    await refusal(client.call(projects, {}));
    await expect(client.call(create, story, { consent: () => Promise.reject(new Error('defect')) })).rejects.toThrow();
    const [fine, gone, defect] = of('call') as [{ ms: number; outcome: string }][];
    expect(fine?.[0]).toMatchObject({ operation: 'projects.list', effect: 'read', outcome: 'ok' });
    expect(fine?.[0].ms).toBeGreaterThanOrEqual(3_000);
    expect(fine?.[0].ms).toBeLessThan(4_000);
    expect(gone?.[0].outcome).not.toMatch(/^(ok|failed)$/);
    expect(defect?.[0].outcome).toBe('failed');
    const waits = of('slotWait');
    expect(waits.length).toBeGreaterThanOrEqual(2);
    expect(waits[0]).toEqual(['call', expect.any(Number)]);
  });

  it('keeps the file of a free answer only where it is asked to, and that of a paid one once', async () => {
    await using rig = await bench();
    rig.platform.on('GET /knowledge-base/4/download', file);
    rig.platform.on('POST /explorer', file);
    const state = await rig.state();
    const paid: boolean[] = [];
    const put: typeof state.saved.put = (account, one, owner) => {
      paid.push(one.isPaid);
      return state.saved.put(account, one, owner);
    };
    const client = await rig.client({ state: { ...state, saved: { ...state.saved, put } } });
    expect((await client.call(download, { id: 4 })).file).toBeUndefined();
    const kept = (await client.call(download, { id: 4 }, { keepsFiles: true })).file as { uri: string };
    const id = kept.uri.split('/').at(-1) ?? '';
    expect(Buffer.from((await client.keptFile(id)).body).toString()).toBe('%PDF-1.7\u0000');
    expect([await client.holds(id), await client.holds('none')]).toEqual([true, false]);
    const reply = await client.call(explore, { body: { seed: 'shoes' } }, { keepsFiles: true });
    expect(reply.file).toMatchObject({ name: expect.stringMatching(/^keywords\.explore/) });
    expect(paid).toEqual([false, true]);
    rig.platform.on('GET /projects', emptyList);
    expect((await client.call(projects, {}, { keepsFiles: true })).file).toBeUndefined();
  });

  it('stores neither the token nor another secret', async () => {
    await using rig = await bench();
    rig.platform.on('POST /explorer', json({ data: [] }));
    const client = await rig.client({ secrets: ['the-token-of-http'] });
    await client.call(explore, { body: { seed: `moss ${token} the-token-of-http` } });
    expect((await client.jobs())[0]?.arguments).toEqual({ body: { seed: 'moss [token] [token]' } });
  });
});

describe('a client that is pinned to a project', () => {
  it('fills it in, and refuses another, and what cannot be about it', async () => {
    await using rig = await bench();
    tellStory(rig.platform, 'completed');
    const client = await rig.client({ pins: { project: 1 } });
    expect(client.pins).toEqual({ project: 1 });
    expect((await client.call(create, { keyword: 'shoes', project: undefined })).job?.arguments).toMatchObject({
      project: 1,
    });
    expect(await refusal(client.call(create, { project: 2, keyword: 'shoes' }))).toMatchObject({
      outcome: 'not_sent',
      message: expect.stringContaining('project'),
    });
    const another = operationNamed('projects.create');
    expect((await refusal(client.call(another, { name: 'x' }))).outcome).toBe('not_sent');
    await expect((async () => client.quote(another, { name: 'x' }))()).rejects.toMatchObject({ outcome: 'not_sent' });
    expect((await client.quote(create, { keyword: 'shoes' })).credits).toBe(5);
    const list = operationNamed('articles.list');
    rig.platform.on('GET /projects/1/articles', emptyList);
    expect((await client.observe(list, {})).status).toBe(200);
  });
});

describe('reading without a call', () => {
  it('gives the answer of a free read as it was received, and of nothing else', async () => {
    await using rig = await bench();
    const { meter, of } = meterOf();
    rig.platform.on('GET /projects', text('moss'));
    const client = await rig.client({ meter });
    const { status, body } = await client.observe(projects, {});
    expect([status, Buffer.from(body).toString()]).toEqual([200, 'moss']);
    await expect(client.observe(create, story)).rejects.toThrow('is no free read');
    expect(rig.platform.to(start)).toEqual([]);
    expect(of('call').map(([one]) => (one as { outcome: string }).outcome)).toEqual(['ok', 'failed']);
  });
});

describe('what a client keeps', () => {
  it('it holds calls, runs and files of its own account, and nothing else', async () => {
    await using rig = await bench();
    tellStory(rig.platform, 'completed');
    const client = await rig.client();
    const { record } = await client.call(create, story);
    const runs = await client.runs('start');
    const run = { id: 'run_1', code: '', input: 'null', may: [], maxCredits: 0 };
    await beginRun(runs, run, { owner: 'p', leaseMs: 600_000, holdMs: 600_000 });
    const held = await Promise.all([String(record), 'run_1', 'run_2', 'job_2'].map((id) => client.holds(id)));
    expect(held).toEqual([true, true, false, false]);
    const { store, account } = await client.runs('look');
    expect(await store.find(account, 'run_1')).toMatchObject({ id: 'run_1' });
  });

  it('the memory of programs is by label: that of the client, unless another or none is named', async () => {
    await using rig = await bench();
    const client = await rig.client({ label: 'spring' });
    const { store, place } = await client.memory();
    await store.set(place, 'a', '1');
    const read = async (one: Client, label?: string | null) => store.get((await one.memory(label)).place, 'a');
    expect(await read(client, 'spring')).toBe('1');
    expect(await read(client, null)).toBeUndefined();
    const plain = await rig.client();
    expect(await read(plain)).toBeUndefined();
    await store.set((await plain.memory()).place, 'a', '2');
    expect(await read(client, null)).toBe('2');
  });
});

describe('an account with several callers', () => {
  it('keeps their jobs apart, and asks for the team even of a service with a name', async () => {
    await using rig = await bench();
    tellStory(rig.platform, 'completed');
    rig.platform.on('GET /team', json({ data: { id: 7 } }));
    const caller = (owner: string) => rig.client({ service: 'embedded', caller: { owner, limits: [] } });
    const [ann, bob] = [await caller('ann'), await caller('bob')];
    await ann.call(create, story);
    expect([(await ann.jobs()).length, (await bob.jobs()).length]).toEqual([1, 0]);
    const requestsBefore = rig.platform.to('GET /team').length;
    expect(requestsBefore).toBeGreaterThan(0);
    const single = await rig.client({ service: 'embedded', token: 'another' });
    await single.memory();
    expect(rig.platform.to('GET /team')).toHaveLength(requestsBefore);
  });
});

test('the secret of a callback is kept where events are received, and nowhere else', async () => {
  await using rig = await bench();
  rig.platform.on('POST /grounding/batch', json({ batch_id: 1, callback_secret: 'cb' }, 202));
  const urls = { urls: ['https://a.example'] };
  const secrets = async () => (await rig.state()).events.callbackSecrets('1');
  await (await rig.client()).call(batch, urls, { waitSeconds: 0 });
  await rig.clock.sleep(1_000);
  expect(await secrets()).toEqual([]);
  await (await rig.client({ eventsCome: true })).call(batch, urls, { waitSeconds: 0, again: true });
  await rig.clock.sleep(1_000);
  expect(await secrets()).toMatchObject([{ secret: 'cb' }]);
});

test('a doubt is settled by the balance of this moment, not by one that is calculated', async () => {
  await using rig = await bench();
  creditBook(rig);
  writeArticles(rig.platform);
  rig.platform.on('POST /articles/1/generate', hangUp);
  const client = await rig.client();
  await refusal(client.call(generate, article(1)));
  await rig.clock.sleep(121_000);
  // It is taken off the known balance, and the platform has not drawn it yet.
  await client.call(generate, article(2));
  expect(await client.reconcile()).toMatchObject([{ was: 'in_doubt', now: 'released' }]);
});

test('a client whose waits are ended answers with the handle of the job, now and later', async () => {
  await using rig = await bench();
  tellStory(rig.platform, 'generating');
  const end = new AbortController();
  const client = await rig.client({ endWaits: end.signal });
  const call = client.call(create, story);
  await rig.platform.arrival(watched);
  const before = rig.clock.steady();
  end.abort();
  expect((await call).job?.state).toBe('running');
  expect((await client.call(create, story)).job).toMatchObject({ state: 'running', joined: true });
  expect(rig.clock.steady() - before).toBeLessThan(20_000);
});

describe('a client that is closed', () => {
  it('gives back what has yet to be sent', async () => {
    await using rig = await bench();
    tellStory(rig.platform, 'completed');
    const client = await rig.client({ account: 'label', requestsPerMinute: 4 });
    await client.call(create, { project: 1, keyword: 'boots' });
    const sent = rig.platform.seen.length;
    for (let n = sent; n < 4; n++) await client.call(projects, {});
    const call = client.call(create, story).catch((error: unknown) => error);
    await rig.clock.sleep(2_000);
    await client.close();
    await call;
    const other = await rig.client({ account: 'label' });
    await rig.clock.sleep(1_000);
    expect((await other.jobs()).map(({ state }) => state)).toEqual(['failed', 'completed']);
    expect((await other.money()).totals).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
    expect(rig.platform.to(start)).toHaveLength(1);
  });

  it('gives up after four seconds what is not answered, which stays in doubt', async () => {
    await using rig = await bench();
    rig.platform.on(start, later(10_000, accepted));
    const client = await rig.client();
    const call = client.call(create, story);
    await rig.platform.arrival(start);
    const before = rig.clock.steady();
    await client.close();
    expect(rig.clock.steady() - before).toBeGreaterThanOrEqual(4_000);
    expect(rig.clock.steady() - before).toBeLessThan(6_000);
    expect((await call).job?.state).toBe('starting');
    expect(await (await rig.client()).jobs()).toMatchObject([{ state: 'unknown' }]);
  });
});

test('a store that cannot be used is a refusal in every part', async () => {
  await using rig = await bench();
  const client = await rig.client({
    state: aroundSteps(await rig.state(), (step, run) =>
      /^(accounts\.key|accounts\.find|accounts\.bind)$/.test(step)
        ? run()
        : Promise.reject(new StateUnavailable('the disk is full')),
    ),
  });
  for (const use of [() => client.jobs(), () => client.memory(), () => client.holds('a')])
    expect((await refusal(use())).code).toBe('unreachable');
});
