import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { fastClock } from '../support/clock/fast-clock.ts';
import { openHost, openHttp } from './support/in-process.ts';
import { json, type Platform, platformFor } from '../support/platform.ts';
import { modernClient } from './support/http-server.ts';
import { callAnswering, fault, outcomeOf, type Told } from './support/message.ts';
import { pointedAt } from './support/stdio-host.ts';

const scope = { onTestFinished };
/** The agent is polled every 5 s of the processes' time. Requests have 30 s of it: real seconds, also on a busy machine. */
const clock = fastClock(5);
let platform: Platform;

const options = [
  { label: 'The short way', description: 'One overview' },
  { label: 'The long way', description: null },
];
const waits = {
  session_id: 7,
  agentic_status: 'awaiting_user',
  awaiting_user: true,
  is_terminal: false,
  text: 'Which first?',
  pending_question: 'Which first?',
  pending_question_options: options,
  credits_used: 4,
};
const done = {
  session_id: 7,
  agentic_status: 'completed',
  awaiting_user: false,
  is_terminal: true,
  text: 'All done.',
  credits_used: 3,
};

beforeEach(async () => {
  platform = await platformFor(scope);
  platform.on('POST /agentic/chat', json(waits));
  platform.on('GET /agentic/sessions/7', () => json(platform.to(/answer-question/).length > 0 ? done : waits));
  platform.on('POST /agentic/sessions/7/answer-question', json(done));
  // A dialogue that lacks a country, and then wants to be confirmed.
  platform.on('POST /ai-visibility/ingest', (arrival) => {
    const { country, confirm } = JSON.parse(arrival.body) as { country?: string; confirm?: boolean };
    return json(
      confirm
        ? { id: 'i1', status: 'activated', project_id: 9 }
        : country
          ? { id: 'i1', status: 'needs_confirmation', project_id: 9 }
          : { id: 'i1', status: 'needs_input', needs: ['country'] },
    );
  });
  const tracked = {
    id: 9,
    status: 'active',
    domain: 'neuland.example',
    brand_name: 'Neuland',
    llm_platforms: ['chatgpt'],
  };
  platform.on('GET /ai-visibility/ingest/i1', json({ id: 'i1', status: 'activated', project_id: 9 }));
  platform.on('GET /tracking-projects', json({ data: [] }));
  platform.on('GET /tracking-projects/9', json({ data: tracked }));
  platform.on('GET /tracking-projects/9/runs', json({ data: [] }));
  platform.on('GET /tracking-projects/9/prompts/cost-preview', json({ credits_per_run: 10, monthly_credits: 40 }));
  platform.on(
    'GET /tracking-projects/9/analysis-status',
    json({
      analysis_status: 'completed',
      suggested_prompts: [{ prompt: 'Which box is best?' }],
      suggested_competitors: [{ domain: 'kistenwerk.example' }],
    }),
  );
});

type Asked = {
  readonly message: string;
  readonly requestedSchema: { readonly properties: Record<string, { enum?: string[] }> };
};
type Person = (asked: Asked) => { action: string; content?: object };

const fillsIn: Person = ({ requestedSchema: { properties } }) => ({
  action: 'accept',
  content: Object.fromEntries(
    Object.entries(properties).map(([name, { enum: choices }]) => [name, choices?.[1] ?? 'DE']),
  ),
});
const elicitation = { elicitation: { form: {} } };
/** The lookup of the team has a quarter of the longest wait. */
const env = (more: Record<string, string> = {}) =>
  pointedAt(platform, { VISIBILITY_RATE: '600', VISIBILITY_MAX_WAIT: '600', ...more });

interface Setting {
  readonly questions: Asked[];
  call(tool: string, args: object): Promise<Told>;
}

const recording =
  (person: Person, questions: Asked[]) =>
  ({ params }: { readonly params?: unknown }) => {
    questions.push(params as Asked);
    return person(params as Asked);
  };

/** A host whose person answers, in each era. */
const eras: Record<string, (person: Person, more?: Record<string, string>) => Promise<Setting>> = {
  async '2025-11-25'(person, more) {
    const questions: Asked[] = [];
    const answer = recording(person, questions);
    const host = await openHost(scope, { env: env(more), clock, capabilities: elicitation, answer });
    return { questions, call: (tool, args) => host.call(tool, args) };
  },
  async '2026-07-28'(person, more) {
    const questions: Asked[] = [];
    const host = await openHost(scope, { env: env(more), clock, capabilities: elicitation, version: '2026-07-28' });
    return { questions, call: (tool, args) => callAnswering(host, tool, args, recording(person, questions)) };
  },
  async '2026-07-28 over HTTP'(person, more) {
    const questions: Asked[] = [];
    const client = modernClient(await openHttp(scope, { env: env(more), clock }), elicitation);
    return { questions, call: (tool, args) => callAnswering(client, tool, args, recording(person, questions)) };
  },
};

const chat = { operation: 'agentic_chat.chat', arguments: { message: 'Do what is due' } };

describe.each(Object.entries(eras))('a person behind a host of %s', (_era, open) => {
  it("is asked the agent's question in the same call, and their choice is sent on", async () => {
    const { call, questions } = await open(fillsIn);
    expect(await call('call_paid', chat)).toMatchObject({ ok: true, data: { text: 'All done.' } });
    expect(questions).toMatchObject([
      {
        message: expect.stringContaining('Which first?'),
        requestedSchema: {
          properties: { option_label: { enum: ['The short way', 'The long way'] } },
          required: ['option_label'],
        },
      },
    ]);
    expect(questions[0]?.message).toContain('The short way: One overview');
    expect(platform.to(/answer-question/).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { option_label: 'The long way' },
    ]);
    expect(platform.to('POST /agentic/chat')).toHaveLength(1);
  });

  it('fills in what an ingest lacks and agrees to what it suggests: the whole dialogue in one call', async () => {
    const { call, questions } = await open(fillsIn);
    expect(await call('track_brand', { domain: 'neuland.example' })).toMatchObject({
      ok: true,
      data: { tracking_project_id: 9, status: 'active' },
    });
    expect(Object.keys(questions[0]?.requestedSchema.properties ?? {})).toEqual(['country']);
    expect(questions[1]).toMatchObject({
      message: expect.stringContaining('prompts: Which box is best?'),
      requestedSchema: { properties: {} },
    });
    expect(platform.to('POST /ai-visibility/ingest').map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { prompts: [], domain: 'neuland.example' },
      { prompts: [], domain: 'neuland.example', country: 'DE' },
      { prompts: [], domain: 'neuland.example', country: 'DE', confirm: true },
    ]);
  });

  it('who declines leaves the question open, and nothing is sent', async () => {
    const { call, questions } = await open(() => ({ action: 'decline' }));
    const answer = await call('call_paid', chat);
    expect(answer).toMatchObject({
      ok: true,
      job: { state: 'needs_you' },
      question: { text: 'Which first?', options: [{ label: 'The short way' }, { label: 'The long way' }] },
      hint: expect.stringContaining('no answer'),
    });
    expect(questions).toHaveLength(1);
    expect(platform.to(/answer-question/)).toEqual([]);
  });
});

/** Behaviour that does not depend on how the question is sent. */
describe('a person behind any host', () => {
  const open = eras['2025-11-25'] as (typeof eras)[string];

  it('is asked again by job_wait, where it was left open', async () => {
    let times = 0;
    const { call, questions } = await open((asked) => (times++ === 0 ? { action: 'cancel' } : fillsIn(asked)));
    const { job } = await call('call_paid', chat);
    expect(await call('job_wait', { job_id: job?.job_id })).toMatchObject({ ok: true, data: { text: 'All done.' } });
    expect(questions).toHaveLength(2);
    expect(platform.to('POST /agentic/chat')).toHaveLength(1);
  });

  it('whose answer is none of the options has answered nothing', async () => {
    const { call } = await open(() => ({ action: 'accept', content: { option_label: 'Some third way' } }));
    expect(await call('call_paid', chat)).toMatchObject({ job: { state: 'needs_you' }, hint: expect.any(String) });
    expect(platform.to(/answer-question/)).toEqual([]);
  });

  it('agrees to no price by answering: that is a question of its own', async () => {
    const consents: Asked[] = [];
    let agreed = 0;
    const { call } = await open(
      (asked) => {
        if (!asked.message.startsWith('Spend')) return fillsIn(asked);
        consents.push(asked);
        return { action: ++agreed <= 1 ? 'accept' : 'decline', content: {} };
      },
      { VISIBILITY_CONFIRM_ABOVE: '0', VISIBILITY_BUDGET: '200000/day' },
    );
    expect(fault(await call('call_paid', chat))).toMatchObject({ code: 'confirmation_required', outcome: 'not_sent' });
    expect(consents.map(({ message }) => message)).toEqual([
      expect.stringContaining('(agentic_chat.chat: '),
      expect.stringMatching(/\(agentic_chat\.answer_question: .*\n.*"The long way"/),
    ]);
    expect(platform.to('POST /agentic/chat')).toHaveLength(1);
    expect(platform.to(/answer-question/)).toEqual([]);
  });
});

describe.each(['2025-11-25', '2026-07-28'])('a host of %s that cannot ask', (version) => {
  it('gets the question in the result, with the call that answers it', async () => {
    const host = await openHost(scope, { env: env(), version });
    expect(await host.call('call_paid', chat)).toMatchObject({
      job: { state: 'needs_you' },
      question: {
        text: 'Which first?',
        options: [options[0], { label: 'The long way' }],
        answer_with:
          'call_paid {"operation":"agentic_chat.answer_question","arguments":{"id":7,"option_label":"The short way"}}',
      },
    });
    expect(
      await host.call('call_paid', {
        operation: 'ingest.start',
        arguments: { prompts: [], domain: 'neuland.example' },
      }),
    ).toMatchObject({
      question: {
        fields: [{ name: 'country' }],
        answer_with:
          'call_paid {"operation":"ingest.start","arguments":{"prompts":[],"domain":"neuland.example","country":"…"}}',
      },
    });
  });
});

it('a person is asked nothing if the operator set --unattended', async () => {
  const questions: Asked[] = [];
  const host = await openHost(scope, {
    env: env(),
    args: ['--unattended'],
    capabilities: elicitation,
    answer: ({ params }) => questions.push(params as unknown as Asked),
  });
  expect(await host.call('call_paid', chat)).toMatchObject({
    job: { state: 'needs_you' },
    question: { text: 'Which first?' },
  });
  expect(questions).toEqual([]);
});

it('an answer is good for one question of one call, once', async () => {
  const host = await openHost(scope, { env: env(), version: '2026-07-28', capabilities: elicitation });
  const ask = (call: object, more: object = {}) =>
    host.request('tools/call', { name: 'call_paid', arguments: call, ...more });
  const { result } = await ask(chat);
  const { requestState } = result as unknown as { requestState: string };
  const yes = (state: unknown) => ({
    requestState: state,
    inputResponses: { answer: { action: 'accept', content: { option_label: 'The long way' } } },
  });
  for (const [call, state] of [
    [{ ...chat, wait_s: 5 }, requestState],
    [chat, `${requestState.slice(0, -2)}AA`],
    [chat, undefined],
    [chat, 'v1.e30.x'],
  ] as const) {
    const answer = await ask(call, yes(state));
    if (!answer.error) expect(fault(outcomeOf(answer))).toMatchObject({ code: 'question_closed', outcome: 'not_sent' });
  }
  expect(platform.to(/answer-question/)).toEqual([]);
  const both = await Promise.all([1, 2].map(async () => outcomeOf(await ask(chat, yes(requestState)))));
  expect(both.map(({ error }) => error?.code).toSorted()).toEqual(['question_closed', undefined]);
  expect(fault(outcomeOf(await ask(chat, yes(requestState)))).code).toBe('question_closed');
  expect(platform.to(/answer-question/)).toHaveLength(1);
  expect(platform.to('POST /agentic/chat')).toHaveLength(1);
});
