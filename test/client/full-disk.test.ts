import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { openState } from '../../src/state/open-state.ts';
import type { State } from '../../src/state/state.ts';
import { aroundSteps } from '../support/processes/around-steps.ts';
import { bench, clientOf } from '../support/bench.ts';
import { diskUnder } from '../support/processes/full-disk.ts';
import { json, startPlatform } from '../support/platform.ts';
import { article, create, generate, start, story, tellStory, writeArticles } from '../support/stories.ts';
import { engine, freshStore } from '../support/state/store.ts';
import { isThorough } from '../support/thorough.ts';
import { isVisibilityError } from '../../src/client/errors.ts';

/** Milliseconds: longer than a reservation holds that is not used, and than a sender that says nothing is waited for. */
const later = 20 * 60_000;

const isWhole = (file: string): boolean => {
  const db = new DatabaseSync(file);
  const integrity = db.prepare('PRAGMA integrity_check').get();
  db.close();
  return integrity?.['integrity_check'] === 'ok';
};

/** Tells of each step that the state is asked for, before it is taken. */
const watched = (state: State, before: () => void): State =>
  aroundSteps(state, async (step, run) => {
    if (step !== 'ledger.waitForChange' && step !== 'close') before();
    return run();
  });

/** The refusal itself; anything else fails the test. */
function refused(error: unknown): unknown {
  if (isVisibilityError(error)) return error;
  throw error;
}

/** Every step, or every fourth one, others of each call. */
const stride = isThorough ? 1 : 4;

test.runIf(engine === 'sqlite').each([
  ['charged at its start', generate, article(), 'POST /articles/1/generate', 1],
  ['charged on success', create, story, start, isThorough ? 1 : 3],
] as const)(
  'a call %s is sent once at most at whichever step the disk gets full, and with room again it is paid once',
  async (_, operation, given, route, firstStep) => {
    const endings = new Set<string>();
    for (let full: number = firstStep; ; full += stride) {
      await using it = await bench();
      using disk = diskUnder(it.store.location);
      writeArticles(it.platform);
      it.platform.on('GET /articles/1', (...args) =>
        json({ data: { processing_status: it.platform.to(route).length > 0 ? 'ready' : null } })(...args),
      );
      tellStory(it.platform, 'completed');
      let steps = 0;
      const state = watched(await it.state(), () => {
        if (++steps === full) disk.fill();
      });
      const client = await it.client({ state });
      const call = () => client.call(operation, given).then(({ job }) => job?.state, refused);
      const sent = () => it.platform.to(route).length;

      const first = await call();
      if (steps < full) break;
      const sentCount = sent();
      if (sentCount === 1 && isVisibilityError(first)) expect(first.outcome, `step ${full}`).toBe('unknown');
      if (sentCount === 0) expect(first, `step ${full}`).toMatchObject({ code: 'unreachable', outcome: 'not_sent' });
      await call();
      expect(sent(), `step ${full}`).toBe(sentCount);

      disk.clear();
      expect(isWhole(it.store.location)).toBe(true);
      await it.clock.sleep(later);
      const { charged, reserved } = (await client.money()).totals;
      expect(charged + reserved, `step ${full}`).toBe(5 * sentCount);
      expect(await call(), `step ${full}`).toBe('completed');
      expect(sent(), `step ${full}`).toBe(1);
      expect((await client.money()).totals, `step ${full}`).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
      endings.add(sentCount === 0 ? 'not sent' : 'sent');
    }
    expect(endings).toEqual(new Set(['not sent', 'sent']));
  },
);

test.runIf(engine === 'sqlite').each([
  ['ledger.reserve', 1, 'not_sent'],
  ['ledger.dispatch', 1, 'not_sent'],
  ['ledger.record', 1, 'unknown'],
  ['ledger.record', 2, undefined],
])(
  'a process whose files may not grow any more from %s %i on sends what is on record, and nothing else',
  async (step, turn, outcome) => {
    await using store = await freshStore();
    await (await openState(store.location)).close();
    const platform = await startPlatform();
    platform.on('POST /explorer', json({ data: [] }));
    const support = (name: string): string => JSON.stringify(new URL(`../support/${name}.ts`, import.meta.url).href);
    const program = `
    import { createInterface } from 'node:readline';
    import { DatabaseSync } from 'node:sqlite';
    import { clientOf } from ${support('bench')};
    import { explore } from ${support('stories')};
    import { aroundSteps } from ${support('processes/around-steps')};
    import { openStore } from ${support('state/store')};
    import { systemClock as clock } from ${JSON.stringify(new URL('../../src/base/clock.ts', import.meta.url).href)};
    const [file, apiUrl, step, turn] = process.argv.slice(1);
    const fill = () => {
      const db = new DatabaseSync(file);
      db.exec('CREATE TABLE ballast (x)');
      for (const bytes of [65536, 0]) try { for (;;) db.exec('INSERT INTO ballast VALUES (zeroblob(' + bytes + '))'); } catch {}
      db.close();
    };
    const state = await openStore(file, clock);
    let turns = 0;
    const filling = aroundSteps(state, async (name, run) => { if (name === step && ++turns === Number(turn)) fill(); return run(); });
    const client = await clientOf({ apiUrl, clock, state: filling });
    const call = (body, options) => client.call(explore, { body }, options).then(({ credits }) => ({ credits }), ({ code, outcome }) => ({ code, outcome }));
    console.log(JSON.stringify([await call({ seed: 'a' }), await call({ seed: 'b' }, { waitSeconds: 1 })]));
    for await (const _ of createInterface({ input: process.stdin })) console.log(JSON.stringify(await call({ seed: 'c' })));
    await client.close();
    await state.close();`;
    // A shell counts in blocks of 512 or of 1024 bytes: either way the log of the store is full before it is folded into the file.
    const limited = [
      '-c',
      'ulimit -f 1024 && exec "$@"',
      'sh',
      process.execPath,
      '--no-warnings',
      '--input-type=module',
      '-e',
      program,
      '--',
    ];
    const child = spawn('sh', [...limited, store.location, platform.apiUrl, step, String(turn)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    using _ = { [Symbol.dispose]: () => void child.kill('SIGKILL') };
    const ended = once(child, 'close');
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const received = async () => JSON.parse(String((await lines.next()).value)) as { readonly outcome?: string };

    const [first, second] = (await received()) as unknown as { readonly outcome?: string }[];
    const sentCount = outcome === 'not_sent' ? 0 : 1;
    expect(first?.outcome).toBe(outcome);
    expect(second).toMatchObject({ code: 'unreachable', outcome: 'not_sent' });
    expect(platform.to('POST /explorer')).toHaveLength(sentCount);

    const beside = new DatabaseSync(store.location);
    beside.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    beside.close();
    child.stdin.end('again\n');
    expect(await received()).toEqual({ credits: { estimated: 50, charged: 50, unconfirmed: true } });
    await ended;

    expect(isWhole(store.location)).toBe(true);
    const state = await openState(store.location);
    const client = await clientOf({ apiUrl: platform.apiUrl, state, clock: systemClock });
    // The process recorded each outcome as soon as the store took writes again.
    expect((await client.money()).totals).toMatchObject({ charged: 50 * (sentCount + 1), reserved: 0 });
    expect(platform.to('POST /explorer')).toHaveLength(sentCount + 1);
    await client.close();
    await state.close();
    await platform.close();
  },
);
