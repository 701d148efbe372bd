import { describe, expect } from 'vitest';
import { aPersonWhoAgreesOnce, aPersonWhoDeclines } from './support/people.ts';
import { limit, openStage } from './support/stage.ts';
import { it } from './support/staged-test.ts';

describe('track_brand', () => {
  it('asks for the market, then for a confirmation, then tracks: 5 credits in all', async ({ stage }) => {
    const first = await stage.run('track_brand', { domain: 'https://www.neuland.example/shop' });
    expect(first.data).toMatchObject({
      domain: 'neuland.example',
      status: 'needs_input',
      question: { text: expect.any(String), fields: [{ name: 'country' }] },
    });
    expect(await stage.balance()).toBe(1000);
    const second = await stage.run('track_brand', { domain: 'neuland.example', country: 'de' });
    expect(second).toMatchObject({
      data: {
        status: 'needs_confirmation',
        question: {
          suggested: {
            keywords: expect.arrayContaining([expect.stringMatching(/./)]),
            prompts: expect.arrayContaining([expect.stringMatching(/./)]),
            competitors: expect.arrayContaining([expect.stringMatching(/./)]),
          },
          next: 'track_brand {"domain":"neuland.example","country":"de","confirm":true}',
        },
      },
      credits: { charged: 5 },
    });
    const third = await stage.run('track_brand', { domain: 'neuland.example', country: 'de', confirm: true });
    expect(third).toMatchObject({
      data: {
        tracking_project_id: 2003,
        status: 'active',
        tracking_frequency: expect.any(String),
        credits_per_run: expect.any(Number),
        first_run: { started: false, why: expect.stringContaining('first_run: true') },
      },
      recurring: expect.stringContaining('outside every limit here'),
      credits: { charged: 0 },
    });
    expect(await stage.balance()).toBe(995);
    expect((await stage.client.money()).totals).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
  });

  it('shows the question again, and pays nothing, when the same is asked again', async ({ stage }) => {
    const order = { domain: 'neuland.example', country: 'DE' };
    const first = await stage.run('track_brand', order);
    expect((await stage.run('track_brand', order)).data).toEqual(first.data);
    expect(await stage.balance()).toBe(995);
  });

  it('does not take a confirmation before there was anything to confirm', async ({ stage }) => {
    const result = await stage.run('track_brand', { domain: 'neuland.example', country: 'DE', confirm: true });
    expect(result.data).toMatchObject({ status: 'needs_confirmation', question: { suggested: expect.any(Object) } });
    expect((await stage.client.money()).totals.charged).toBe(1000 - (await stage.balance()));
  });

  it('takes auto_confirm for the answer where suggestions wait', async ({ stage }) => {
    await stage.run('track_brand', { domain: 'neuland.example', country: 'DE' });
    expect(
      await stage.run('track_brand', { domain: 'neuland.example', country: 'DE', auto_confirm: true }),
    ).toMatchObject({
      data: { status: 'active' },
      credits: { charged: 0 },
    });
    expect((await stage.client.money()).totals.charged).toBe(1000 - (await stage.balance()));
  });

  it('asks for the domain where only a brand is given', async ({ stage }) => {
    const { data } = await stage.run('track_brand', { brand: 'Neuland' });
    expect(data).toMatchObject({
      brand: 'Neuland',
      status: 'needs_input',
      question: { fields: [{ name: 'domain' }, { name: 'country' }] },
    });
    const order = { brand: 'Neuland', domain: 'neuland.example', country: 'DE', auto_confirm: true };
    expect((await stage.run('track_brand', order)).data).toMatchObject({ brand: 'Neuland', status: 'active' });
  });

  it('leaves no step of the dialogue waiting on record once the brand is tracked', async ({ stage }) => {
    for (const more of [{}, { country: 'DE' }, { country: 'DE', confirm: true }]) {
      await stage.run('track_brand', { domain: 'neuland.example', ...more });
      await stage.clock.sleep(10_000);
    }
    await stage.run('track_brand', { domain: 'neuland.example' });
    expect(await stage.client.jobs({ state: 'needs_you' })).toEqual([]);
  });

  it('knows a brand that is tracked, by domain or by name, and pays nothing', async ({ stage }) => {
    for (const order of [{ domain: 'fjordkiste.example' }, { brand: 'FJORDKISTE' }]) {
      expect(await stage.run('track_brand', order)).toMatchObject({
        data: { tracking_project_id: 2001, status: 'active', last_run: { id: expect.any(Number) } },
        credits: { charged: 0 },
      });
    }
    expect(await stage.balance()).toBe(1000);
  });

  it('runs once on request, at the price it stated, and not a second time', async ({ stage }) => {
    const order = { domain: 'neuland.example', country: 'DE', auto_confirm: true };
    const { data } = await stage.run('track_brand', order);
    const before = await stage.balance();
    const handed = await stage.run('track_brand', { ...order, first_run: true, wait_s: 1 });
    expect(handed.data.first_run).toMatchObject({ state: 'running', next: expect.stringContaining('job_wait') });
    const ran = await stage.run('track_brand', { ...order, first_run: true });
    expect(ran.data.first_run).toMatchObject({ state: 'completed' });
    expect(ran.credits).toMatchObject({ charged: ran.data.credits_per_run });
    expect((await stage.run('track_brand', { ...order, first_run: true })).data).toMatchObject({
      last_run: { status: 'completed' },
    });
    expect(before - (await stage.balance())).toBe(data.credits_per_run);
  });

  it('tracks although the budget has no room for the run, and says so', async () => {
    await using stage = await openStage({ budget: limit(6) });
    const result = await stage.run('track_brand', {
      domain: 'neuland.example',
      country: 'DE',
      auto_confirm: true,
      first_run: true,
    });
    expect(result).toMatchObject({
      ok: true,
      data: { status: 'active', first_run: { started: false, code: 'budget_exceeded' } },
    });
    expect(await stage.balance()).toBe(995);
  });

  it('asks a person once for the analysis and once for the run', async ({ stage }) => {
    const person = aPersonWhoAgreesOnce();
    await stage.run(
      'track_brand',
      { domain: 'neuland.example', country: 'DE', auto_confirm: true, first_run: true },
      person,
    );
    expect(person.asked.map(({ operation, credits }) => [operation, credits])).toEqual([
      ['ingest.start', 5],
      ['tracking.run', 10],
    ]);
  });
});

describe('ask_agent', () => {
  it('answers, and continues in the same conversation', async ({ stage }) => {
    const first = await stage.run('ask_agent', { message: 'How are my articles?' });
    expect(first).toMatchObject({
      data: { session_id: 54001, text: expect.stringContaining('How are my articles?') },
      credits: { charged: 4 },
    });
    expect((await stage.run('ask_agent', { session_id: 54001, message: 'And the others?' })).data).toMatchObject({
      session_id: 54001,
      text: expect.stringContaining('others'),
    });
    expect(await stage.balance()).toBe(992);
  });

  it('hands its question on with the options, and takes the answer by the same tool', async ({ stage }) => {
    const asked = await stage.run('ask_agent', { message: 'ask me first' });
    expect(asked.data).toMatchObject({
      session_id: 54001,
      question: {
        text: expect.any(String),
        options: [{ label: 'The short way' }, { label: 'The long way' }],
        answer_with: expect.stringContaining('ask_agent {"session_id":54001,"answer":"The short way"}'),
      },
    });
    expect((await stage.run('ask_agent', { session_id: 54001, answer: ' the SHORT way' })).data).toMatchObject({
      status: 'completed',
      text: expect.stringContaining('The short way'),
    });
    expect(await stage.balance()).toBe(992);
  });

  it('refuses an answer that is no option, or to nothing, before anything is drawn', async ({ stage }) => {
    await stage.run('ask_agent', { message: 'ask me first' });
    expect(await stage.run('ask_agent', { session_id: 54001, answer: 'Some third way' })).toMatchObject({
      error: { code: 'invalid_arguments', options: ['The short way', 'The long way'] },
    });
    await stage.run('ask_agent', { session_id: 54001, answer: 'The long way' });
    expect(await stage.run('ask_agent', { session_id: 54001, answer: 'The long way' })).toMatchObject({
      error: { message: expect.stringContaining('asks nothing') },
    });
    expect(await stage.run('ask_agent', { answer: 'The long way' })).toMatchObject({
      error: { message: expect.stringContaining('session_id') },
    });
    expect(await stage.run('ask_agent', {})).toMatchObject({ error: { message: expect.stringContaining('message') } });
    expect(await stage.balance()).toBe(992);
  });

  it('is refused where the limits could not bear the worst case, and the question to a person says that there is no bound', async () => {
    await using stage = await openStage({ budget: limit(500) });
    const person = aPersonWhoDeclines();
    await stage.run('ask_agent', { message: 'How are my articles?' }, person);
    expect(person.asked).toMatchObject([{ credits: null }]);
    expect(await stage.run('ask_agent', { message: 'How are my articles?' })).toMatchObject({
      error: { code: 'budget_exceeded' },
    });
    expect(await stage.balance()).toBe(1000);
  });
});
