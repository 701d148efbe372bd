import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { openClient } from '../src/app/open-client.ts';
import { openRuns } from '../src/app/open-runs.ts';
import { readConfig } from '../src/app/config/config.ts';
import type { RunProgress } from '../src/programs/runs/execution.ts';
import type { Runs } from '../src/programs/runs/runs.ts';
import { startSandbox } from '../src/app/start-sandbox.ts';
import { median, type Row } from './table.ts';

const starts = 20;
const rounds = 20;
const callsEach = 50;
const reads = 1_000;
const writes = 10;

/** Milliseconds in which the thread for the next program becomes ready. */
const settleMs = 400;

/** What `run_code` adds: to a process that is warm, and to each call; and how many reads a second one program makes. */
export async function programs(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'visibility-bench-'));
  const sandbox = await startSandbox({ rate: 0 });
  const config = readConfig(
    { 'api-url': sandbox.url, state: join(folder, 'state.db'), rate: '100000' },
    { VISIBILITY_API_TOKEN: 'sandbox-owner', VISIBILITY_CODE: `calls=${reads + 10}` },
  );
  const client = await openClient(config);
  const runs = openRuns(client, config, (error) => {
    throw error;
  });
  try {
    const get = (): Promise<unknown> => client.call('projects.get', { id: 1 });
    const loop = (calls: number): string => `for (let n = 0; n < ${calls}; n++) await platform.projects.get({ id: 1 })`;
    await timed(() => run(runs, loop(callsEach)));
    const begun: number[] = [];
    for (let one = 0; one < starts; one++) {
      await delay(settleMs);
      begun.push(await timed(() => run(runs, 'return 1')));
    }
    const start = median(begun);
    const outside: number[] = [];
    const inside: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await delay(settleMs);
      outside.push(
        (await timed(async () => {
          for (let n = 0; n < callsEach; n++) await get();
        })) / callsEach,
      );
      inside.push(await msEach(runs, loop(callsEach)));
    }
    const added = median(inside) - median(outside);
    await delay(settleMs);
    const all = await timed(() =>
      run(runs, `await Promise.all(Array.from({ length: ${reads} }, () => platform.projects.get({ id: 1 })))`),
    );
    const perSecond = reads / (all / 1000);
    await delay(settleMs);
    const { first, again, recordKb } = await startedAgain();
    return [
      {
        what: 'a program that returns at once, in a warm process (median)',
        measured: `${start.toFixed(1)} ms`,
        bar: '≤ 30 ms',
        held: start <= 30,
      },
      {
        what: 'a read inside a program, on top of the same call outside (median)',
        measured: `${median(inside).toFixed(2)} ms`,
        floor: `${median(outside).toFixed(2)} ms`,
        ratio: median(inside) / median(outside),
        bar: `+ ≤ 0.5 ms (+ ${added.toFixed(2)})`,
        held: added <= 0.5,
      },
      {
        what: `${reads} reads of one program, without a rate limit`,
        measured: `${perSecond.toFixed(0)} a second`,
        bar: '≥ 400 a second',
        held: perSecond >= 400,
      },
      {
        what: `the ${writes} writes of a program with ${reads} reads, started again after it was interrupted at its end`,
        measured: `${again.toFixed(0)} ms`,
        floor: `${first.toFixed(0)} ms`,
        ratio: again / first,
        bar: '< 0.1 of the first attempt',
        held: again < first / 10,
      },
      {
        what: 'the record of that program',
        measured: `${recordKb.toFixed(1)} kB`,
        bar: '≤ 10 kB',
        held: recordKb <= 10,
      },
    ];
  } finally {
    await runs.close();
    await client.close();
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Milliseconds that a program takes for its effects, and what it takes for them when it is started again: they are answered from its
 * record.
 */
async function startedAgain(): Promise<{ first: number; again: number; recordKb: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'visibility-bench-'));
  const sandbox = await startSandbox({ rate: 0 });
  const file = join(folder, 'state.db');
  const config = readConfig(
    { 'api-url': sandbox.url, state: file, rate: '100000' },
    { VISIBILITY_API_TOKEN: 'sandbox-owner', VISIBILITY_CODE: `calls=${reads + writes + 10}` },
  );
  const code = `
    for (let n = 0; n < ${reads / 100}; n++)
      await Promise.all(Array.from({ length: 100 }, () => platform.projects.get({ id: 1 })));
    const begun = Date.now();
    for (let n = 0; n < ${writes}; n++) await platform.action_center.create_todo({ title: 'to-do ' + n });
    log(Date.now() - begun);
    if (input.pauses) await sleep(60_000);`;
  const attempt = async (work: (runs: Runs) => Promise<string>): Promise<{ id: string; ms: number }> => {
    const client = await openClient(config);
    const runs = openRuns(client, config, (error) => {
      throw error;
    });
    try {
      const id = await work(runs);
      while (runs.logOf(id).length === 0) await delay(20);
      return { id, ms: Number(runs.logOf(id)[0]) };
    } finally {
      await runs.close();
      await client.close();
    }
  };
  try {
    const order = { code, input: { pauses: true }, may: ['read', 'write'] as const, maxCredits: 0 };
    const { id, ms: first } = await attempt((runs) => runs.start(order));
    const { ms: again } = await attempt(async (runs) => {
      await runs.resume(id);
      return id;
    });
    const db = new DatabaseSync(file);
    const { chars } = db
      .prepare('SELECT sum(length(effect) + length(coalesce(outcome, 0))) AS chars FROM run_effects')
      .get() as { chars: number };
    db.close();
    return { first, again, recordKb: chars / 1024 };
  } finally {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(runs: Runs, code: string, onProgress?: (progress: RunProgress) => void): Promise<void> {
  const id = await runs.start({ code, may: ['read'], maxCredits: 0 });
  const view = await runs.wait(id, 600_000, undefined, onProgress);
  if (view.state !== 'completed') throw new Error(JSON.stringify(view.failure));
}

/** Milliseconds a call of a program, from the end of its first one to the end of its last. */
async function msEach(runs: Runs, code: string): Promise<number> {
  const ended: number[] = [];
  await run(runs, code, ({ done }) => {
    if (done > ended.length) ended.push(performance.now());
  });
  return ((ended.at(-1) ?? 0) - (ended[0] ?? 0)) / (ended.length - 1);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
