import { expect, test } from 'vitest';
import type { Death } from '../support/processes/dying-state.ts';
import { json } from '../support/platform.ts';
import { fleet } from '../support/processes/processes.ts';
import { article } from '../support/stories.ts';
import { isThorough } from '../support/thorough.ts';

/** How much faster than the machine's the clocks run: so that a poll ends within its lease on a busy machine too. */
const speed = 10;

/** Milliseconds: longer than a reservation holds that is not used, and than a sender that says nothing is waited for. */
const later = 20 * 60_000;

/** Seconds of the fast clock that a call is given: on a busy machine its processes take their time. */
const patience = 1_200;

/** Before a step the store is as the step before has left it: both sides only where every step is taken. */
const sides = isThorough ? (['before', 'after'] as const) : (['after'] as const);

type Step = [step: Death['step'], turn: number, since?: Death['since']];

/** Those between which money or a job changes hands, and the others only where every step is taken. */
const aroundEach = (chief: readonly Step[], others: readonly Step[]): Death[] =>
  (isThorough ? [...chief, ...others] : chief).flatMap(([step, turn, since]) =>
    sides.map((when) => ({ step, turn, when, ...(since && { since }) })),
  );

/*
 * Slots count from the reservation or the dispatch of the call: of processes that start together, one reads the
 * credit history for all, and takes a slot more before it.
 */

/** From the first look to the first poll. */
const starting = aroundEach(
  [
    ['ledger.reserve', 1],
    ['slots.take', 1, 'ledger.reserve'],
    ['ledger.dispatch', 1],
    ['ledger.record', 1],
  ],
  [
    ['accounts.bind', 1],
    ['ledger.findInFlightDuplicate', 1],
    ['slots.take', 1],
    ['slots.markAnswered', 1],
    ['ledger.find', 1],
    ['slots.markAnswered', 1, 'ledger.dispatch'],
    ['ledger.find', 2],
    ['polls.take', 1],
  ],
);

/** From the dispatch to the note that the end was told. */
const ending = aroundEach(
  [
    ['slots.markAnswered', 1, 'ledger.dispatch'],
    ['polls.take', 1],
    ['polls.record', 1],
    ['ledger.record', 2],
  ],
  [
    ['ledger.dispatch', 1],
    ['ledger.record', 1],
    ['slots.take', 1, 'polls.take'],
    ['slots.markAnswered', 1, 'polls.take'],
  ],
);

test.each([
  ['charged at its start', 'articles.generate', (id: number) => article(id), 'POST /articles/#/generate', starting],
  [
    'charged on success',
    'storylines.create',
    (project: number) => ({ project, keyword: 'shoes' }),
    'POST /projects/#/storylines',
    ending,
  ],
] as const)(
  'a call %s whose process is killed at any step is paid once at most, and found or in doubt',
  { timeout: 300_000 },
  async (_, operation, input, route, deaths) => {
    await using rig = await fleet(speed);
    const idOf = (path: string): number => Number(path.split('/')[2]);
    rig.platform.on('POST /articles/#/generate', json({}, 202));
    // As of an article that had no text before: one that was ready already could only be waited out.
    rig.platform.on('GET /articles/#', (request) =>
      json({ data: { processing_status: starts(idOf(request.path)) > 0 ? 'ready' : null } }),
    );
    rig.platform.on('POST /projects/#/storylines', (request) =>
      json({ storyline_id: idOf(request.path), status: 'generating' }, 202),
    );
    rig.platform.on('GET /storylines/#', (request) => json({ data: { id: idOf(request.path), status: 'completed' } }));
    const starts = (id: number): number => rig.platform.to(route.replace('#', String(id))).length;
    // Where a process outlived its call, the heir's is another one.
    // Room for ten times what the dead ones hold, so that nobody waits for their outcome (docs/decisions/0059).
    const budget = [{ credits: 100 * 5 * deaths.length, window: 'total' as const }];

    // Named, so that no lookup comes among the steps.
    const settings = { account: 'crashes', budget, requestsPerMinute: 10_000 };

    // For the same reason a first charge shows that the price holds.
    const proving = await rig.process(settings);
    expect((await proving.call(operation, input(1_000), { waitSeconds: patience })).job?.state).toBe('completed');
    await proving.end();

    const die = async (death: Death, index: number): Promise<boolean> => {
      const doomed = await rig.process({ ...settings, death }).catch(() => undefined);
      // Undefined: it died before it could be asked.
      const survived = await doomed?.call(operation, input(index + 1), { waitSeconds: patience }).then(
        () => true,
        () => false,
      );
      await doomed?.end();
      expect(starts(index + 1)).toBeLessThanOrEqual(1);
      return survived !== true;
    };
    const died: boolean[] = [];
    for (let at = 0; at < deaths.length; at += 4)
      died.push(...(await Promise.all(deaths.slice(at, at + 4).map((death, n) => die(death, at + n)))));
    expect(died.filter(Boolean).length).toBeGreaterThanOrEqual(deaths.length - 2);

    const heir = await rig.process({ ...settings, origin: rig.origin - later / speed });
    const ends = await Promise.allSettled(
      deaths.map((_death, index) => heir.call(operation, input(index + 1), { waitSeconds: patience })),
    );
    for (const [index, end] of ends.entries()) {
      const result = `${JSON.stringify(deaths[index])}: ${JSON.stringify(end)}`;
      // Who was given the end and asks again wants another.
      expect(starts(index + 1), result).toBeLessThanOrEqual(
        end.status === 'fulfilled' && died[index] === false ? 2 : 1,
      );
      if (end.status === 'fulfilled') expect(end.value.job?.state, result).toBe('completed');
      else expect(end.reason, result).toMatchObject({ code: 'outcome_unknown' });
      if (end.status === 'fulfilled') expect(starts(index + 1), result).toBeGreaterThanOrEqual(1);
    }
    const { totals } = await heir.money();
    const doubtful = ends.filter(({ status }) => status === 'rejected').length;
    expect(doubtful).toBeGreaterThanOrEqual(1);
    const paid = deaths.reduce(
      (sum, _death, index) => sum + (ends[index]?.status === 'fulfilled' ? starts(index + 1) : 0),
      0,
    );
    expect(totals).toEqual({ charged: 5 + 5 * paid, reserved: 5 * doubtful, in_doubt: 5 * doubtful });
  },
);
