import { describe, expect, it } from 'vitest';
import type { OperationName } from '../../../src/catalog/operation-types.ts';
import { matchHistory, type HistoryRow } from '../../../src/client/money/match-history.ts';
import type { Entry } from '../../../src/state/entry.ts';

const minute = 60_000;
/** When the calls were sent. */
const began = Date.parse('2026-11-04T09:30:00Z');

let calls = 0;

/** A call on record that was sent `after` milliseconds later. */
function call(name: OperationName, given: Entry['arguments'] = {}, after = 0, more: Partial<Entry> = {}): Entry {
  return {
    id: `call ${++calls}`,
    operation: name,
    arguments: given,
    money: 'in_doubt',
    charged: null,
    state: 'running',
    watch: null,
    answer: null,
    started: null,
    reservedAt: began + after,
    dispatchedAt: null,
    settledAt: null,
    endedAt: null,
    ...more,
  } as Entry;
}

/** A row of the history: what was drawn, or with a negative number given back. */
const row = (
  endpoint: string,
  drawn: number,
  after = minute,
  reference: HistoryRow['reference'] = null,
): HistoryRow => ({
  at: began + after,
  delta: -drawn,
  endpoint,
  reference,
  balanceAfter: null,
});

/** The credits that each call drew, in order, and those that others drew. */
function matched(entries: readonly Entry[], rows: readonly HistoryRow[]) {
  const { matches, foreign } = matchHistory(entries, rows);
  return {
    drawn: matches.map(({ drawn, isMatched: found }) => (found ? drawn : 'nothing found')),
    foreign: foreign.map(({ delta }) => -delta),
  };
}

const generate = 'POST /articles/{id}/generate';

it.each([
  ['POST /articles/{id}/generate', true],
  ['POST /articles/:id/generate', true],
  ['POST  /api/v1/articles/7/generate', true],
  ['POST https://platform.example/api/v1/articles/7/generate?draft=1', true],
  [' POST http://platform.example/v1/articles/%37/generate ', true],
  ['/articles/7/generate/', true],
  ['v1/articles/7/generate', true],
  ['/articles/v1/7/generate', false],
  ['POST /articles/7:8/generate', false],
  ['POST /articles/7/generate now', false],
  ['articles/7/generate', true],
  ['POST /articles/8/generate', false],
  ['GET /articles/7/generate', false],
  ['POST /articles/7/optimize', false],
  ['POST /articles/7/generate/now', false],
  ['POST /api/v2/articles/7/generate', false],
  ['see POST /articles/7/generate', false],
  ['', false],
])('a charge at %s may be of a call that writes article 7: %s', (endpoint, isOwn) => {
  const { drawn } = matched([call('articles.generate', { id: 7 })], [row(endpoint, 5)]);
  expect(drawn).toEqual([isOwn ? 5 : 'nothing found']);
});

describe('a charge', () => {
  it('belongs to the call at its address', () => {
    const entries = [call('articles.generate', { id: 7 }), call('articles.generate', { id: 8 })];
    const rows = [row('POST /articles/8/generate', 4), row('POST /articles/9/generate', 3)];
    expect(matched(entries, rows)).toEqual({ drawn: ['nothing found', 4], foreign: [3] });
  });

  it('belongs to one call only, the oldest first', () => {
    const entries = [1, 2, 0].map((minutes) => call('articles.generate', { id: 7 }, minutes * minute));
    const rows = [row(generate, 2, 5 * minute), row(generate, 1, 4 * minute)];
    expect(matched(entries, rows)).toEqual({ drawn: [2, 'nothing found', 1], foreign: [] });
  });

  it('may be as much older than its call as the clocks differ, and not more', () => {
    const sent = call('articles.generate', { id: 7 }, -minute, { dispatchedAt: began });
    expect(matched([sent], [row(generate, 5, -2 * minute)]).drawn).toEqual([5]);
    expect(matched([sent], [row(generate, 5, -2 * minute - 1)])).toEqual({ drawn: ['nothing found'], foreign: [5] });
  });

  it('that names what it refers to belongs to the call known by that name, though an older one is at its address', () => {
    const entries = [call('articles.generate', { id: 7 }), call('articles.generate', { id: 8 }, minute)];
    const rows = [row(generate, 1, minute, 8), row(generate, 2, 2 * minute, '7'), row(generate, 3, 3 * minute, 9)];
    expect(matched(entries, rows)).toEqual({ drawn: [2, 1], foreign: [3] });
    expect(matchHistory(entries, rows).matches.map(({ reference }) => reference)).toEqual(['7', 8]);
  });

  it.each<[Entry['money'], Partial<Entry>, Entry['money'], Partial<Entry>]>([
    ['settled', { charged: 0 }, 'in_doubt', {}],
    ['released', { charged: 0 }, 'due', { state: 'failed' }],
    ['in_doubt', { state: 'failed' }, 'in_doubt', {}],
    ['in_doubt', {}, 'due', { charged: 5 }],
  ])('is matched to a call that is %s with %j after one that is %s with %j', (money, more, likelier, other) => {
    const free = call('articles.generate', { id: 7 }, 0, { money, ...more });
    const paid = call('articles.generate', { id: 7 }, 0, { money: likelier, ...other });
    const rows = [row(generate, 5, minute, 7)];
    expect(matched([free, paid], rows)).toEqual({ drawn: ['nothing found', 5], foreign: [] });
    expect(matched([paid, free], rows)).toEqual({ drawn: [5, 'nothing found'], foreign: [] });
    expect(matched([free], rows)).toEqual({ drawn: [5], foreign: [] });
  });

  it('without a name is matched to a call that no named one belongs to', () => {
    const entries = [call('articles.generate', { id: 7 }), call('articles.generate', { id: 7 }, minute)];
    const rows = [row(generate, 1, minute), row(generate, 2, 2 * minute, 7)];
    expect(matched(entries, rows)).toEqual({ drawn: [2, 1], foreign: [] });
  });

  it('is known by the handle that the platform answered with, from the start or from the address that is watched', () => {
    const create = 'POST /projects/{project}/storylines';
    const started = call('storylines.create', { project: 1 }, 0, {
      started: { storyline_id: 70 },
      answer: { storyline_id: 1 },
    });
    const answered = call('storylines.create', { project: 1 }, 0, { answer: { storyline_id: 71 } });
    const watched = call('storylines.create', { project: 1 }, 0, {
      watch: { operation: 'storylines.get', arguments: { id: 72 } },
    });
    const rows = [row(create, 3, minute, 72), row(create, 2, minute, 71), row(create, 1, minute, 70)];
    expect(matched([started, answered, watched], rows)).toEqual({ drawn: [1, 2, 3], foreign: [] });
  });

  it('for something else belongs to a call all the same, if address and time fit and nothing fits better', () => {
    const create = 'POST /projects/{project}/storylines';
    const watched = call('storylines.create', {}, 0, { watch: { operation: 'storylines.get', arguments: { id: 72 } } });
    const written = call('articles.generate', { id: 7 });
    expect(matched([watched], [row(create, 5, minute, 73)])).toEqual({ drawn: [5], foreign: [] });
    expect(matched([watched], [row(create, 5, minute, 73), row(create, 6, minute, 72)])).toEqual({
      drawn: [6],
      foreign: [5],
    });
    expect(matched([written], [row(generate, 5, minute, 'txn-8')])).toEqual({ drawn: [5], foreign: [] });
    expect(matched([written], [row('POST /articles/8/generate', 5, minute, 7)]).foreign).toEqual([5]);
    expect(matched([written], [row(generate, 5, minute, 8), row(generate, 6, 2 * minute)])).toEqual({
      drawn: [11],
      foreign: [],
    });
    expect(matched([written], [row(generate, 5, minute, 8), row(generate, 6, 2 * minute, 7)])).toEqual({
      drawn: [6],
      foreign: [5],
    });
  });

  it('for something else says what the call refers to only where no other call shows that it does not', () => {
    const reference = (...entries: readonly Entry[]) =>
      matchHistory(entries, [
        row(generate, 5, minute, 'txn'),
        row('POST /projects/{project}/storylines', 5, minute, 70),
      ]).matches.at(-1)?.reference;
    const lost = call('storylines.create', { project: 1 });
    expect(reference(lost)).toBe(70);
    expect(reference(call('articles.generate', { id: 7 }), lost)).toBeNull();
    const [unnamed, other] = [row(generate, 5), row('POST /projects/{project}/storylines', 5, minute, 70)];
    const written = call('articles.generate', { id: 7 });
    expect(matchHistory([written, lost], [unnamed, other]).matches.at(-1)?.reference).toBe(70);
    const create = row('POST /projects/{project}/storylines', 5);
    expect(matchHistory([lost], [create, other]).matches[0]?.reference).toBe(70);
    const named = call('storylines.create', { project: 1 }, 0, { started: { storyline_id: 70 } });
    expect(reference(call('articles.generate', { id: 7 }), named)).toBe(70);
  });

  it.each<[OperationName, Entry['arguments'], string, Partial<Entry>, HistoryRow['reference']]>([
    ['insights.generate_brief', { id: 3, prompt: 4 }, 'POST /tracking-projects/3/prompts/4/generate-brief', {}, 4],
    ['accuracy.reverify', { id: 3 }, 'POST /tracking-projects/3/accuracy/reverify', {}, '3'],
    ['agentic_chat.chat', {}, 'POST /agentic/chat', { started: { session_id: 's1' } }, 's1'],
  ])('of %s with %j is known by its path, or by what the answer names', (name, given, endpoint, more, reference) => {
    const rows = [row(endpoint, 5, minute, 100), row(endpoint, 6, 2 * minute, reference)];
    expect(matched([call(name, given, 0, more)], rows)).toEqual({ drawn: [6], foreign: [5] });
  });

  it('is uncertain where it may be a team-mate’s', () => {
    const uncertain = (entries: readonly Entry[], rows: readonly HistoryRow[]): boolean[] =>
      matchHistory(entries, rows).matches.map((one) => one.uncertain);
    const [seven, eight] = [call('articles.generate', { id: 7 }), call('articles.generate', { id: 8 })];
    expect(uncertain([seven], [row(generate, 5, minute, 9)])).toEqual([false]);
    expect(uncertain([seven, eight], [row(generate, 5, minute, 9), row(generate, 5, minute, 8)])).toEqual([
      true,
      false,
    ]);
    expect(uncertain([seven, eight], [row(generate, 5), row(generate, 5, minute, 8)])).toEqual([false, false]);
    expect(uncertain([seven], [row(generate, 5), row(generate, 5)])).toEqual([true]);
    expect(uncertain([seven], [row(generate, 5), row(generate, -5)])).toEqual([false]);
    expect(uncertain([seven], [row(generate, 5, minute, 7), row(generate, 5, minute, 7)])).toEqual([false]);
    const run = call('tracking.run', { id: 3 });
    expect(
      uncertain([run], [row('POST /tracking-projects/3/run', 5), row('POST /tracking-projects/3/run', 5)]),
    ).toEqual([false]);
    const runs = [row('POST /tracking-projects/{id}/run', 5, 1, 9), row('POST /tracking-projects/3/run', 5, 2)];
    const named = row('POST /tracking-projects/8/run', 5, minute, 8);
    expect(uncertain([run, call('tracking.run', { id: 8 })], [...runs, named])).toEqual([true, false]);
  });

  it('with a hostile answer to its call is matched like any other', () => {
    const chat = call('agentic_chat.chat', {}, 0, { answer: { session_id: { toString: null } as never } });
    const rows = [row('POST /agentic/chat', 6, minute), row('POST /agentic/chat', 5, 2 * minute)];
    expect(matched([chat], rows).drawn).toEqual([11]);
  });

  it('of a refused call was made within two minutes of the answer', () => {
    const refused = call('articles.generate', { id: 7 }, 0, { state: 'failed', endedAt: began + minute });
    expect(matched([refused], [row(generate, 5, 3 * minute)]).drawn).toEqual([5]);
    expect(matched([refused], [row(generate, 5, 3 * minute + 1)])).toEqual({ drawn: ['nothing found'], foreign: [5] });
    const failedJob = { ...refused, watch: { operation: 'articles.get', arguments: { id: 7 } } };
    expect(matched([failedJob], [row(generate, 5, 9 * minute)]).drawn).toEqual([5]);
  });
});

describe('what was given back', () => {
  const sent = call('articles.generate', { id: 7 });

  it('lessens the charge for the same thing', () => {
    expect(matched([sent], [row(generate, 5, 1, 7), row(generate, -5, 2, 7)]).drawn).toEqual([0]);
    expect(matched([sent], [row(generate, 5, 1), row(generate, -2, 1)]).drawn).toEqual([3]);
  });

  it('does not where it is for another thing, older, or more than the charge', () => {
    expect(matched([sent], [row(generate, 5, 1), row(generate, -2, 2, 7)]).drawn).toEqual([5]);
    expect(matched([sent], [row(generate, 5, 2), row(generate, -2, 1)]).drawn).toEqual([5]);
    expect(matched([sent], [row(generate, 5, 1), row(generate, -6, 2)]).drawn).toEqual([5]);
    expect(matched([sent], [row('POST /top-up', -5, 2), row(generate, 5, 1)]).drawn).toEqual([5]);
    expect(matched([sent], [row(generate, 0)]).drawn).toEqual(['nothing found']);
  });

  it('is the first row that gives something back, and lessens nothing a second time', () => {
    const rows = [row(generate, 5, 1), row(generate, 0, 2), row(generate, -2, 3), row(generate, -1, 4)];
    expect(matched([sent], rows)).toEqual({ drawn: [3], foreign: [] });
    const run = 'POST /tracking-projects/{id}/run';
    expect(matched([call('tracking.run', { id: 3 })], [row(run, 5, 1, 3), row(run, -6, 2, 3)]).drawn).toEqual([5]);
  });
});

describe('a call that draws in several parts', () => {
  it('gets every charge of its conversation until it ended', () => {
    const ended = call('agentic_chat.chat', {}, 0, { answer: { session_id: 's1' }, endedAt: began + 10 * minute });
    const rows = [1, 5, 12].map((minutes) => row('POST /agentic/chat', minutes, minutes * minute));
    expect(matched([ended], rows)).toEqual({ drawn: [18], foreign: [] });
    expect(matched([ended], [...rows, row('POST /agentic/chat', 100, 12 * minute + 1)]).foreign).toEqual([100]);
    const going = call('agentic_chat.chat', {}, 0, { answer: { session_id: 's1' } });
    expect(matched([going], [...rows, row('POST /agentic/chat', 100, 300 * minute)]).drawn).toEqual([118]);
  });

  it('gets what is left under its name, if its price is no fixed one or its answer made the thing', () => {
    const run = 'POST /tracking-projects/{id}/run';
    const formula = call('tracking.run', { id: 3 });
    expect(matched([formula], [row(run, 5, 1, 3), row(run, 6, 2, 3)])).toEqual({ drawn: [11], foreign: [] });
    expect(matched([formula], [row(run, 5, 1, 3), row(run, 6, 2)])).toEqual({ drawn: [11], foreign: [] });
    expect(matched([formula], [row(run, 5, 1, 3), row(run, 6, 2, 4)])).toEqual({ drawn: [5], foreign: [6] });
    const ended = { ...formula, endedAt: began };
    expect(matched([ended], [row(run, 5, 1, 3), row(run, 6, 9 * minute, 3)])).toEqual({ drawn: [11], foreign: [] });
    const accepted = { ...formula, settledAt: began, endedAt: began + 9 * minute };
    expect(matched([accepted], [row(run, 5, 1, 3), row(run, 6, 9 * minute)])).toEqual({ drawn: [11], foreign: [] });
    expect(matched([ended], [row(run, 5, 1, 3), row(run, 6, 2 * minute)])).toEqual({ drawn: [11], foreign: [] });
    expect(matched([ended], [row(run, 5, 1, 3), row(run, 6, 2 * minute + 1)])).toEqual({ drawn: [5], foreign: [6] });

    const analysis = call('tracking.analyze', {}, 0, { started: { project_id: 4 } });
    const analyze = 'POST /tracking-projects/analyze';
    expect(matched([analysis], [row(analyze, 5, 1, 4), row(analyze, 6, 2, '4')])).toEqual({ drawn: [11], foreign: [] });
    expect(matched([analysis], [row(analyze, 5, 1, 4), row(analyze, 6, 2, 9)])).toEqual({ drawn: [5], foreign: [6] });

    const over = { ...analysis, endedAt: began };
    const late = (reference: string | number) => [row(analyze, 5, 1, 4), row(analyze, 6, 9 * minute, reference)];
    expect(matched([over], late('4'))).toEqual({ drawn: [11], foreign: [] });
    expect(matched([over], late(9))).toEqual({ drawn: [5], foreign: [6] });

    const tagging = call('prompt_tags.apply_single_tag', { id: 3 }, 0, { started: { id: 9 }, endedAt: began });
    const apply = 'POST /tracking-projects/{id}/prompts/apply-single-tag';
    expect(matched([tagging], [row(apply, 5, 1, 9), row(apply, 6, 9 * minute, 9)])).toEqual({
      drawn: [11],
      foreign: [],
    });
    expect(matched([tagging], [row(apply, 5, 1, 9), row(apply, 6, 2, 4)])).toEqual({ drawn: [5], foreign: [6] });

    const fixed = call('articles.generate', { id: 7 }, 0, { settledAt: began, endedAt: began + 9 * minute });
    const second = (after: number) => [row(generate, 5, 1, 7), row(generate, 6, after, 7)];
    expect(matched([fixed], second(2 * minute))).toEqual({ drawn: [11], foreign: [] });
    expect(matched([fixed], second(2 * minute + 1))).toEqual({ drawn: [5], foreign: [6] });
  });

  it('is the newest of those that it may belong to', () => {
    const run = 'POST /tracking-projects/3/run';
    const entries = [call('tracking.run', { id: 3 }, minute), call('tracking.run', { id: 3 })];
    const rows = [1, 2, 4].map((credits) => row(run, credits, 2 * minute + credits, 3));
    expect(matched(entries, rows)).toEqual({ drawn: [6, 1], foreign: [] });
  });
});

describe('calls whose answers were lost', () => {
  const create = 'POST /projects/{project}/storylines';
  const [soon, late] = [row(create, 5, minute, 70), row(create, 5, 11 * minute, 71)];
  const lost = (after = 0, more: Partial<Entry> = {}): Entry =>
    call('storylines.create', { project: 1 }, after, { state: 'unknown', ...more });

  it.each<[string, Entry[], HistoryRow[], boolean, (number | null)[]]>([
    ['one was charged', [lost(), lost()], [soon], true, [null, null]],
    ['the later one was charged', [lost(10 * minute), lost()], [late], true, [null, null]],
    ['both were charged', [lost(), lost()], [soon, late], false, [null, null]],
    ['one row is too old for the other', [lost(), lost(10 * minute)], [soon, late], false, [70, 71]],
    ['the only row is too old for the other', [lost(), lost(10 * minute)], [soon], false, [70, null]],
    ['the row names one', [lost(0, { started: { storyline_id: 70 } }), lost()], [soon], false, [70, null]],
    ['the other was answered', [lost(), lost(0, { state: 'running' })], [soon], false, [70, null]],
  ])('are interchangeable if only one was charged and it may be either: %s', (_, entries, rows, isAny, references) => {
    const { matches } = matchHistory(entries, rows);
    expect(matches.map(({ isInterchangeable }) => isInterchangeable)).toEqual([isAny, isAny]);
    expect(matches.map(({ reference }) => reference)).toEqual(references);
  });
});

describe('a call is contested', () => {
  const contested = (entries: readonly Entry[], rows: readonly HistoryRow[]): boolean[] =>
    matchHistory(entries, rows).matches.map((one) => one.contested);

  const over = { settledAt: began, endedAt: began };

  it('if a charge that belongs to no call may be its own', () => {
    const entries = [call('storylines.create', { project: 1 }, 0, over), call('articles.generate', { id: 7 }, 0, over)];
    const create = 'POST /projects/{project}/storylines';
    expect(contested(entries, [row(create, 5, minute), row(create, 5, 9 * minute, 71)])).toEqual([true, false]);
    expect(contested(entries, [row(create, 5, minute)])).toEqual([false, false]);
    expect(contested(entries, [row(generate, 5, minute), row(generate, 5, 9 * minute)])).toEqual([false, true]);
  });

  it('together with the other calls of its operation', () => {
    const create = 'POST /projects/{project}/storylines';
    const [one, other] = [
      call('storylines.create', { project: 1 }, 0, over),
      call('storylines.create', { project: 2 }, 30 * minute, over),
    ];
    const rows = [row('POST /projects/1/storylines', 5), row(create, 5, 9 * minute, 70)];
    expect(contested([one, other], rows)).toEqual([true, true]);
  });
});
