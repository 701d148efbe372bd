import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import { fastClock } from '../../support/clock/fast-clock.ts';
import { freshStore } from '../../support/state/store.ts';
import { isThorough } from '../../support/thorough.ts';
import { randomOf } from '../../support/random.ts';
import { runChild } from './support/start-run-child.ts';
import { startWitnessed, token } from './support/witnessed-platform.ts';

/** A busy machine takes longer for what is between two calls: a reservation has to outlive that. */
const speed = 10;

const csv = 'title;keyword\nMoss care;moss\n"Ropes; and pegs";ropes\nOak;oak';

const flows: readonly {
  readonly name: string;
  readonly input: object;
  readonly writes: object;
  readonly drawn: number;
  /** Store calls of the flow, about: the last one that a process may be killed at. */
  readonly lastStep: number;
}[] = [
  {
    name: 'ingest-csv.ts',
    input: { project: 1, csv, credits: 10 },
    writes: { 'articles.create': 3, 'articles.generate': 2 },
    drawn: 10,
    lastStep: 60,
  },
  {
    name: 'nightly-refresh.ts',
    input: { days: 0, credits: 10 },
    writes: { 'articles.optimize': 2 },
    drawn: 10,
    lastStep: 60,
  },
  {
    name: 'weekly-digest.ts',
    input: { drop: -100 },
    writes: { 'action_center.create_todo': 1 },
    drawn: 0,
    lastStep: 15,
  },
  {
    name: 'plan-and-write.ts',
    input: { project: 1, plan: 3, credits: 10 },
    writes: { 'calendar.create': 2, 'calendar.generate_article': 1 },
    drawn: 5,
    lastStep: 60,
  },
];

const signals = ['SIGKILL', 'SIGTERM', 'SIGINT'] as const;

/** How often a flow is killed by each signal, at most. */
const deaths = isThorough ? 4 : 1;

// A process for each death.
test.concurrent.each(flows)(
  '$name, killed by three signals under one key, writes and pays once',
  { timeout: 180_000 },
  async (flow) => {
    const random = randomOf(flow.name.length);
    const origin = systemClock.steady();
    await using platform = await startWitnessed(fastClock(speed, origin), 1);
    await using store = await freshStore();
    await platform.ask('POST', '/projects/1/calendar', { title: 'Due', keyword: 'due', scheduled_for: '2026-11-02' });
    const { changes } = platform;
    changes.length = 0;
    const code = readFileSync(resolve(import.meta.dirname, '../../../examples', flow.name), 'utf8');
    expect(code.split('\n').length).toBeLessThan(60);
    const settings = {
      apiUrl: platform.url,
      store: store.location,
      speed,
      origin,
      code,
      token,
    };

    let result: unknown;
    let kills = 0;
    const log: unknown[] = [];
    for (let attempt = 0; result === undefined; attempt++) {
      const dieAt = attempt < signals.length * deaths ? 1 + random.below(flow.lastStep) : 0;
      const signal = signals[(attempt + flow.name.length) % signals.length];
      const lines = await runChild({
        ...settings,
        input: flow.input,
        key: 'night',
        dieAt,
        signal,
        maxCredits: flow.drawn,
      });
      log.push(...lines);
      // A process that was killed has not told the number of its steps.
      if (typeof lines.at(-1) === 'number') result = lines.at(-2);
      else kills++;
    }
    expect(kills).toBeGreaterThan(0);
    const counts = Object.groupBy(changes, (change) => change.split(' ', 1)[0] ?? '');
    expect(new Set(changes).size).toBe(changes.length);
    const writes = Object.fromEntries(Object.entries(counts).map(([name, all = []]) => [name, all.length]));
    expect(writes, JSON.stringify(log)).toEqual(flow.writes);
    expect(await platform.drawn()).toBe(flow.drawn);
  },
);
