import { describe, expect, it, test } from 'vitest';
import { beginRun } from '../../../src/programs/runs/begin-run.ts';
import { operationNamed } from '../../../src/catalog/index.ts';
import type { ClientConfig } from '../../../src/client/client-config.ts';
import type { AcknowledgeDelivery, CallTrace, ExceededThreshold, Quote } from '../../../src/client/calls/reply.ts';
import type { Client } from '../../../src/client/client.ts';
import type { MoneyRefusal } from '../../../src/client/calls/paid-call.ts';
import { StateUnavailable } from '../../../src/state/sql/state-unavailable.ts';
import { bench, refusal, type Bench } from '../../support/bench.ts';
import { hangUp, ignore, json, later, text } from '../../support/platform.ts';
import { override } from '../../support/override.ts';
import { creditBook } from '../../support/state/credit-book.ts';
import {
  accepted,
  article,
  batch,
  create,
  explore,
  generate,
  ingest,
  start,
  story,
  storyline,
  tellStory,
  watched,
  writeArticles,
} from '../../support/stories.ts';
import { VisibilityError } from '../../../src/client/errors.ts';

const failing = (): Promise<never> => Promise.reject(new StateUnavailable('the disk is full'));

const links = operationNamed('internal_links.analyze');
const competitors = operationNamed('competitor_analyses.create');

/** Paid calls on record, oldest first. */
const recorded = async (rig: Bench) =>
  (await (await rig.state()).charges.history(undefined, { since: 0, limit: 20 })).toReversed();

const balance = (credits: number) => json({ data: { balance: credits } });

const pdf = text('%PDF-1.7\u0000', 200, { 'content-type': 'application/pdf' });

/** The callbacks of a caller that keeps a record in addition to the ledger. */
const trace = (more: Partial<CallTrace> = {}): CallTrace => ({
  recorded: async () => undefined,
  beforeAttempt: async () => undefined,
  onNotAccepted: async () => undefined,
  ...more,
});

describe('a refusal for want of money or consent is reported, and no other', () => {
  interface Situation {
    readonly balance?: number;
    /** Whether another paid call is under way. */
    readonly isBusy?: boolean;
    readonly budget?: ClientConfig['budget'];
  }
  const refuseBy = (code: 'confirmation_required' | 'not_found', facts?: Record<string, unknown>) => (): never => {
    throw new VisibilityError(code, 'declined', { outcome: 'not_sent', facts });
  };
  it.each([
    ['budget_exceeded', { budget: [{ credits: 4, window: 'day' as const }] }, undefined, 5],
    ['insufficient_credits', { balance: 3 }, undefined, 5],
    ['budget_in_flight', { budget: [{ credits: 5, window: 'day' as const }], isBusy: true }, undefined, 5],
    ['confirmation_required', {}, refuseBy('confirmation_required', { credits: 7 }), 7],
    ['confirmation_required', {}, refuseBy('confirmation_required', { credits: '7' }), undefined],
    ['confirmation_required', {}, refuseBy('confirmation_required'), undefined],
    ['not_found', {}, refuseBy('not_found'), null],
  ])(
    '%s with %j',
    async (code, { balance: credits = 100, isBusy = false, ...config }: Situation, consent, estimated) => {
      await using rig = await bench();
      tellStory(rig.platform, 'generating');
      rig.platform.on('GET /credits', balance(credits));
      const refusals: MoneyRefusal[] = [];
      const client = await rig.client({ ...config, onRefused: (one) => refusals.push(one) });
      if (isBusy) await client.call(create, { project: 1, keyword: 'boots' }, { waitSeconds: 1 });
      const sent = rig.platform.to(start).length;
      const options = { consent, label: 'spring', waitSeconds: 1 };
      expect((await refusal(client.call(create, story, options))).code).toBe(code);
      const reported = { operation: 'storylines.create', reason: code, label: 'spring', estimated };
      expect(refusals).toEqual(estimated === null ? [] : [reported]);
      expect(rig.platform.to(start)).toHaveLength(sent);
    },
  );
});

describe('consent', () => {
  /** A client that asks again beyond 6 credits, after a call of 5 that needed no consent. */
  async function afterSpending() {
    const rig = await bench();
    writeArticles(rig.platform);
    const client = await rig.client({ consentThresholds: [{ credits: 6, window: 'session' }] });
    const questions: [credits: number | null, exceeded: ExceededThreshold | undefined][] = [];
    const consentBy =
      (answer: 'not_needed' | 'person' | undefined, again?: 'unattended') =>
      (quote: Quote, exceeded?: ExceededThreshold) => {
        questions.push([quote.credits, exceeded]);
        return exceeded ? again : answer;
      };
    await client.call(generate, article(1), { consent: consentBy('not_needed') });
    questions.length = 0;
    return Object.assign(rig, { client, consentBy, questions });
  }
  const exceeded = { limit: '6/session', spent: 5 };

  it('is asked for again where credits add up beyond a threshold, and recorded', async () => {
    await using rig = await afterSpending();
    const consent = rig.consentBy('not_needed', 'unattended');
    await rig.client.call(generate, article(2), { consent, label: 'spring' });
    expect(rig.questions).toEqual([
      [5, undefined],
      [5, exceeded],
    ]);
    expect(await recorded(rig)).toMatchObject([{ consent: 'not_needed' }, { consent: 'unattended', label: 'spring' }]);
  });

  it.each(['person', undefined] as const)('is not asked for again after it was given: %s', async (answer) => {
    await using rig = await afterSpending();
    await rig.client.call(generate, article(2), { consent: rig.consentBy(answer) });
    expect(rig.questions).toEqual([[5, undefined]]);
    expect((await recorded(rig)).at(-1)?.consent ?? undefined).toBe(answer);
  });

  it('that is refused the second time leaves nothing reserved', async () => {
    await using rig = await afterSpending();
    const consent = (_: Quote, more?: ExceededThreshold): 'not_needed' => {
      if (more) throw new Error('enough');
      return 'not_needed';
    };
    await expect(rig.client.call(generate, article(2), { consent })).rejects.toThrow('enough');
    expect((await rig.client.money()).totals).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
    expect(rig.platform.to('POST /articles/2/generate')).toEqual([]);
  });

  it('to a run covers the calls of the run', async () => {
    await using rig = await afterSpending();
    const runs = await rig.client.runs('start');
    const run = { id: 'run_1', code: '', input: 'null', may: [], maxCredits: 20 };
    await beginRun(runs, run, { owner: 'p', leaseMs: 600_000, holdMs: 600_000 }, () => 'person');
    for (const id of [2, 3])
      await rig.client.call(generate, article(id), { consent: rig.consentBy('not_needed'), run: 'run_1' });
    expect(rig.questions).toEqual([
      [5, undefined],
      [5, undefined],
    ]);
  });
});

describe('a call that an earlier process began', () => {
  it('continues from its entry, and joins it where another run had made it', async () => {
    await using rig = await bench();
    tellStory(rig.platform, 'generating', 'completed');
    const [first, second] = [await rig.client(), await rig.client()];
    const { record: entry } = await first.call(create, story, { waitSeconds: 1 });
    const other = { project: 1, keyword: 'boots' };
    const resumed = await second.call(create, other, { trace: trace({ entry }), waitSeconds: 1 });
    expect([resumed.record, resumed.job?.joined]).toEqual([entry, undefined]);
    const joined = await second.call(create, other, { trace: trace({ entry }), run: 'run_2', waitSeconds: 1 });
    expect([joined.record, joined.job?.joined]).toEqual([entry, true]);
    expect(rig.platform.to(start)).toHaveLength(1);
  });

  it('begins anew where that was never sent, or is not there', async () => {
    await using rig = await bench();
    tellStory(rig.platform, 'completed');
    const client = await rig.client();
    const ids: string[] = [];
    const recorded = async (id: string): Promise<void> => {
      ids.push(id);
      if (ids.length === 1) throw new Error('the record is full');
    };
    await expect(client.call(create, story, { trace: trace({ recorded }) })).rejects.toThrow('the record is full');
    for (const entry of [ids[0], 'job_none']) {
      const reply = await client.call(create, story, { trace: trace({ entry, recorded }) });
      expect(reply.record).toBe(ids.at(-1));
    }
    expect(new Set(ids).size).toBe(3);
  });
});

describe('the caller that keeps a record', () => {
  it.each([true, false])(
    'is notified which entry its call joined; the call continues without it (early: %s)',
    async (isEarly) => {
      await using rig = await bench();
      tellStory(rig.platform, 'completed');
      rig.platform.on(start, later(4_000, accepted));
      const state = await rig.state();
      const first = await rig.client();
      const other = isEarly
        ? await rig.client()
        : await rig.client({ state: override(state, { ledger: { findInFlightDuplicate: async () => undefined } }) });
      const call = first.call(create, story);
      await rig.platform.arrival(start);
      const ids: string[] = [];
      const joined = other.call(create, story, { trace: trace({ recorded: async (id) => void ids.push(id) }) });
      const recorded = (): Promise<never> => Promise.reject(new Error('the record is full'));
      await expect(other.call(create, story, { trace: trace({ recorded }) })).rejects.toThrow('the record is full');
      const { record } = await call;
      expect((await joined).job).toMatchObject({ state: 'completed', joined: true });
      expect(ids).toEqual([record]);
      expect((await first.money()).totals).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
      expect(rig.platform.to(start)).toHaveLength(1);
    },
  );
});

describe('a call like one whose outcome is not known', () => {
  it('is reconciled first: one that was never charged is over', async () => {
    await using rig = await bench();
    const book = creditBook(rig);
    tellStory(rig.platform, 'completed');
    writeArticles(rig.platform);
    rig.platform.on('POST /articles/#/generate', hangUp, book.draws(5, json({ message: 'Queued.' }, 202)));
    const client = await rig.client();
    await refusal(client.call(generate, article(1)));
    await rig.clock.sleep(3_600_000);
    const { job } = await client.call(generate, article(1));
    expect(job).toMatchObject({ state: 'completed' });
    expect(job?.joined).toBeUndefined();
    expect(rig.platform.to('POST /articles/1/generate')).toHaveLength(2);
  });
});

test('a price that depends on a list is that of its total, and reading it ends with its caller', async () => {
  await using rig = await bench();
  const list = json({ data: [{ id: 1 }], meta: { total: 9, current_page: 1, per_page: 1, last_page: 9 } });
  rig.platform.on('GET /projects/1/articles', list);
  const client = await rig.client();
  expect(await client.quote(links, { project: 1 })).toMatchObject({ credits: 9, basis: expect.stringMatching(/^\d/) });
  const read = 'GET /articles/3';
  rig.platform.on(read, json({ data: { id: 3, content: 'word '.repeat(1_500) } }), ignore);
  const humanize = operationNamed('ai_scanner.humanize');
  expect((await client.quote(humanize, { article_id: 3, level: 'light' })).credits).toBe(4);
  const stop = new AbortController();
  const call = client.call(humanize, { article_id: 3, level: 'light' }, { signal: stop.signal });
  await rig.platform.arrival(read, 2);
  const at = rig.clock.now();
  stop.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
  expect(rig.clock.now() - at).toBeLessThan(1_000);
  await expect(client.call(create, story, { signal: stop.signal })).rejects.toThrow('enough');
});

test('a call needs the balance that the platform asks for, if that is more than its price', async () => {
  await using rig = await bench();
  rig.platform.on('POST /competitor-analyses', json({ data: { id: 2 } }, 202));
  const given = { project_id: 1, domain: 'a.example', keyword_limit: 100 };
  rig.platform.on('GET /credits', balance(19));
  const client = await rig.client();
  expect(await refusal(client.call(competitors, given))).toMatchObject({
    code: 'insufficient_credits',
    facts: { required: 20, available: 19 },
  });
  rig.platform.on('GET /credits', balance(20));
  expect((await client.call(competitors, given, { waitSeconds: 0 })).job?.credits.estimated).toBe(15);
});

describe('a caller that has its reply', () => {
  it('no longer cancels a start that has yet to be sent', async () => {
    await using rig = await bench();
    writeArticles(rig.platform);
    // The state before the start is read first, which takes some time.
    rig.platform.on(
      'GET /articles/1',
      later(8_000, json({ data: { id: 1, processing_status: null } })),
      json({ data: { id: 1, content: 'a', processing_status: 'ready' } }),
    );
    const client = await rig.client();
    const stop = new AbortController();
    const { job } = await client.call(generate, article(1), { waitSeconds: 4, signal: stop.signal });
    expect(job?.state).toBe('starting');
    stop.abort(new Error('the connection was closed'));
    const waited = await client.wait(job?.job_id ?? '');
    expect([waited.job.state, waited.job.joined]).toEqual(['completed', undefined]);
    expect(rig.platform.to('POST /articles/1/generate')).toHaveLength(1);
  });
});

describe('a call whose reservation has lapsed', () => {
  it('is not tried again by the caller that started it', async () => {
    await using rig = await bench();
    tellStory(rig.platform, 'completed');
    const state = await rig.state();
    let [reservations, dispatches] = [0, 0];
    const client = await rig.client({
      state: override(state, {
        ledger: {
          reserve: (one) => {
            reservations++;
            return state.ledger.reserve(one);
          },
          dispatch: async () => {
            dispatches++;
            return false;
          },
        },
      }),
    });
    expect(await refusal(client.call(create, story))).toMatchObject({
      message: expect.stringContaining('reservation expired'),
      next: expect.stringContaining('nothing was sent'),
    });
    expect([reservations, dispatches]).toEqual([1, 1]);
    expect((await client.money()).totals).toEqual({ charged: 0, reserved: 0, in_doubt: 0 });
  });
});

describe('a store that fails while a start is waited for', () => {
  it('ends the wait; the call continues', async () => {
    await using rig = await bench();
    rig.platform.on(start, later(2_000, accepted));
    const blind = await rig.client({ state: override(await rig.state(), { ledger: { find: failing } }) });
    const first = refusal(blind.call(create, story));
    await rig.platform.arrival(start);
    for (const refused of [await first, await refusal(blind.call(create, story))])
      expect(refused).toMatchObject({
        code: 'outcome_unknown',
        message: expect.stringMatching(/^storylines.create continues, .*the disk is full/),
        next: expect.stringContaining('job_wait'),
      });
    expect((await (await rig.client()).jobs()).map(({ state }) => state)).toEqual(['running']);
  });
});

describe('where the outcome of a start cannot be written', () => {
  it.each([
    ['the refusal is passed on', json({ message: 'Invalid.' }, 422), { status: 422 }],
    ['a cut connection stays in doubt', hangUp, { code: 'outcome_unknown', outcome: 'unknown' }],
  ])('%s', async (_, behaviour, expected) => {
    await using rig = await bench();
    rig.platform.on(start, behaviour);
    const state = await rig.state();
    const client = await rig.client({ state: override(state, { ledger: { record: failing } }) });
    expect(await refusal(client.call(create, story))).toMatchObject(expected);
  });

  it.each([true, false])(
    'an answer that is lost here is in doubt, and that too is on record: %s',
    async (isRecorded) => {
      await using rig = await bench();
      rig.platform.on('POST /explorer', pdf);
      const state = await rig.state();
      const client = await rig.client({
        state: {
          ...override(state, { ledger: isRecorded ? {} : { record: failing } }),
          saved: { ...state.saved, put: failing },
        },
      });
      const call = client.call(explore, { body: { seed: 'shoes' } });
      if (isRecorded) {
        expect((await refusal(call)).message).toContain('the disk is full');
        expect(await client.jobs()).toMatchObject([{ state: 'unknown', error: 'it was cut off on its way' }]);
      } else expect(await refusal(call)).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown' });
    },
  );
});

test('what the platform refuses may have been charged, unless it is free', async () => {
  await using it = await bench();
  const invalid = json({ message: 'Invalid.' }, 422);
  it.platform.on(start, invalid);
  it.platform.on('POST /images/bulk/export', invalid);
  // Otherwise an unchanged balance shows that nothing was charged.
  it.platform.on('GET /credits', invalid);
  const client = await it.client();
  await refusal(client.call(create, story));
  await refusal(client.call(operationNamed('images.bulk_export'), { ids: [1] }));
  const { reservations } = await client.money();
  expect(reservations).toMatchObject([{ operation: 'storylines.create', state: 'in_doubt' }]);
});

test('an accepted call whose answer cannot be judged is in doubt, with its answer', async () => {
  await using rig = await bench();
  rig.platform.on('POST /generate/image', json({ data: { id: 41, processing_status: 'queued' } }, 202));
  const client = await rig.client();
  const images = operationNamed('images.generate');
  const fail = (): never => {
    throw new TypeError('no text');
  };
  const faulty = {
    ...images,
    job: {
      ...images.job,
      get over() {
        return fail();
      },
    },
  } as unknown as typeof images;
  const unknown = await refusal(client.call(faulty, { prompt: 'A box' }));
  expect(unknown).toMatchObject({ code: 'outcome_unknown', facts: { started: { data: { id: 41 } } } });
  expect(unknown.message).toContain('the platform accepted it, and this program could not tell');
  expect((await client.money()).totals).toEqual({ charged: 0, reserved: 5, in_doubt: 5 });
  expect(await client.jobs()).toMatchObject([{ state: 'unknown' }]);
});

describe('the result that another operation reads', () => {
  const results = 'GET /grounding/batches/1/results.ndjson';
  const rows = text('{"url":"https://a.example"}\n');
  const urls = { urls: ['https://a.example'] };
  const jobIn = async (client: Client) => (await client.jobs())[0]?.job_id ?? '';
  const readAgain = (id: string) =>
    `The job is completed and paid for. job_wait {"job_id":"${id}"} reads its result again, for free.`;
  async function withBatch() {
    const rig = await bench();
    rig.platform.on('POST /grounding/batch', json({ batch_id: 1 }, 202));
    rig.platform.on('GET /grounding/batches/1', json({ status: 'completed' }));
    return Object.assign(rig, { client: await rig.client() });
  }

  it('can be read again where the read is refused, which is no refusal of the call', async () => {
    await using rig = await withBatch();
    const body = { message: 'No.', errors: { sort: ['odd'] }, limit: 7 };
    rig.platform.on(results, json(body, 422, { 'retry-after': '4' }));
    const refused = await refusal(rig.client.call(batch, urls));
    const job_id = await jobIn(rig.client);
    expect(refused).toMatchObject({
      code: 'invalid_arguments',
      message: 'The platform says: “No.”',
      outcome: 'unknown',
      status: 422,
      fields: { sort: ['odd'] },
      facts: { limit: 7, job_id },
      retryAfter: 4,
      next: readAgain(job_id),
    });
    expect(rig.platform.to(results)).toHaveLength(1);
  });

  it('keeps its own refusal where the platform is out of reach, and the handle of the job where it cannot be read', async () => {
    await using rig = await withBatch();
    rig.platform.on(results, hangUp, hangUp, hangUp, hangUp, text('%PDF-1.7', 200, { 'content-type': 'text/html' }));
    const refused = [await refusal(rig.client.call(batch, urls)), await refusal(rig.client.call(batch, urls))];
    expect(refused.map(({ code, facts }) => [code, facts?.['job_id']])).toEqual([
      ['unreachable', undefined],
      ['unreadable', await jobIn(rig.client)],
    ]);
  });

  it('is left to a later call by a caller that has disconnected', async () => {
    await using rig = await withBatch();
    rig.platform.on(results, ignore, rows);
    const stop = new AbortController();
    const call = rig.client.call(batch, urls, { signal: stop.signal });
    await rig.platform.arrival(results);
    stop.abort(new Error('gone'));
    await expect(call).rejects.toThrow('gone');
    expect((await rig.client.call(batch, urls)).job?.joined).toBe(true);
  });

  it('is read with arguments of its own where it has them', async () => {
    await using rig = await bench();
    const list = 'GET /tracking-projects/4/accuracy';
    let claims: unknown[] = [];
    rig.platform.on(list, () =>
      json({ data: claims, meta: { total: claims.length, current_page: 1, per_page: 25, last_page: 1 } }),
    );
    rig.platform.on('POST /tracking-projects/4/accuracy/backfill', () => {
      claims = [{ id: 1, claim: 'Made of moss', verdict: 'wrong' }];
      return json({ queued: true }, 202);
    });
    const client = await rig.client();
    const { data } = await client.call(operationNamed('accuracy.backfill'), { id: 4 });
    expect(data).toMatchObject([{ id: 1 }]);
    expect(rig.platform.to(list).map(({ path }) => path.includes('per_page=100'))).toContain(true);
    expect(rig.platform.to(list).at(-1)?.path).not.toContain('per_page=100');
  });
});

test('a question is handed over with its text, and again until it was delivered', async () => {
  await using rig = await bench();
  rig.platform.on('POST /ai-visibility/ingest', json({ ingest_id: 4, status: 'analyzing' }, 202));
  rig.platform.on('GET /ai-visibility/ingest/4', json({ id: 4, status: 'needs_confirmation', suggestion: 'A' }));
  const client = await rig.client();
  const ends: AcknowledgeDelivery[] = [];
  const deferAcknowledgement = async (end: AcknowledgeDelivery): Promise<void> => void ends.push(end);
  const given = { prompts: [], domain: 'example.com' };
  for (const count of [1, 2]) {
    const reply = await client.call(ingest, given, { deferAcknowledgement });
    expect(reply).toMatchObject({ job: { state: 'needs_you' }, data: { suggestion: 'A' } });
    expect(ends).toHaveLength(count);
    expect(rig.platform.to('GET /ai-visibility/ingest/4')).toHaveLength(1);
  }
});

test('a result is delivered by the caller, or as soon as it is returned', async () => {
  await using rig = await bench();
  tellStory(rig.platform, 'generating', 'completed');
  const client = await rig.client();
  const ends: AcknowledgeDelivery[] = [];
  const deferAcknowledgement = async (end: AcknowledgeDelivery): Promise<void> => void ends.push(end);
  await client.call(create, story, { waitSeconds: 0, deferAcknowledgement });
  // There is nothing to be delivered yet.
  expect(ends).toEqual([]);
  await client.call(create, story, { deferAcknowledgement });
  expect(ends).toHaveLength(1);
  await ends[0]?.(false);
  expect((await client.call(create, story, { deferAcknowledgement })).job?.joined).toBe(true);
  await ends[1]?.(true);
  rig.platform.on(watched, storyline('completed'));
  expect((await client.call(create, story)).job?.joined).toBeUndefined();
});

describe('a client that is closed', () => {
  it('waits for the answer to a start, and ends waits with the handle of their job', async () => {
    await using rig = await bench();
    tellStory(rig.platform, 'generating');
    rig.platform.on(start, accepted, later(3_000, accepted));
    const client = await rig.client();
    const waiting = client.call(create, story);
    await rig.platform.arrival(watched);
    const call = client.call(create, { project: 1, keyword: 'boots' }).catch((error: unknown) => error);
    await rig.platform.arrival(start, 2);
    const before = rig.clock.steady();
    await client.close();
    expect(rig.clock.steady() - before).toBeGreaterThanOrEqual(2_000);
    expect(rig.clock.steady() - before).toBeLessThan(4_000);
    expect((await waiting).job?.state).toBe('running');
    await call;
    const jobs = await (await rig.client()).jobs();
    expect(jobs.map(({ state }) => state)).toEqual(['running', 'running']);
  });
});
