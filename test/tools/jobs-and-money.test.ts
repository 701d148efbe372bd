import { describe, expect, it } from 'vitest';
import type { MoneyView } from '../../src/client/client.ts';
import { fakeClient, jobOf, onePage, waitedFor } from './fake-client.ts';
import type { Runs } from '../../src/programs/index.ts';
import { createTools } from '../../src/tools/index.ts';
import { listWork } from '../../src/tools/jobs/list-work.ts';
import { callWithAnswer } from '../../src/tools/definition/platform-question.ts';
import { dataOf, options, run } from './tool-of.ts';
import { type ErrorCode, VisibilityError } from '../../src/client/errors.ts';

const money: MoneyView = {
  balance: 100,
  plan: 'team',
  limits: [
    { limit: '20/day', spent: 8, reserved: 2, left: 10, resets_at: '2026-11-21T00:00:00Z' },
    { limit: '6/call', spent: 0, reserved: 0, left: 6 },
  ],
  reservations: [],
  recent: [],
  totals: { charged: 8, reserved: 2, in_doubt: 0 },
  spending: { by_operation: [], by_day: [] },
};

it('job_list has jobs and runs together, the newest first', async () => {
  const jobs = ['1', '3'].map((day) => jobOf({ job_id: day, started_at: `2026-11-0${day}T09:00:00.000Z` }));
  const run = { id: '2', code: '', createdAt: Date.UTC(2026, 10, 2), endedAt: null };
  const runs = async () => ({ list: async () => [{ run, state: 'completed' }] }) as unknown as Runs;
  const work = await listWork(fakeClient({}, { jobs: async () => jobs }), runs);
  expect(work.map(({ job_id }) => job_id)).toEqual(['3', '2', '1']);
});

it('job_list waits as long as the operator says, else as long as the host is known to allow', async () => {
  const waits: unknown[] = [];
  const client = fakeClient(
    {},
    {
      wait: async (id, { waitSeconds } = {}) => (waits.push(waitSeconds), waitedFor({ job_id: id, state: 'running' })),
    },
  );
  for (const [maxWaitSeconds, hostWaitSeconds] of [
    [20, 300],
    [undefined, 300],
    [undefined, undefined],
  ])
    await run(client, 'job_wait', { job_id: 'job_1' }, { hostWaitSeconds }, { maxWaitSeconds });
  expect(waits).toEqual([20, 300, 45]);
});

it('job_wait takes the whole label that the platform gave for a choice that was shown in short', async () => {
  const start = 'Write the long guide about choosing and packing a cooling box for a family of five on a trip of ';
  const labels = [`${start}two weeks`, `${start}six weeks`, 'Short'];
  const asked = { pending_question: 'Which?', pending_question_options: labels.map((label) => ({ label })) };
  const job = waitedFor({ state: 'needs_you', data: asked, answer_with: 'agentic_chat.answer_question' });
  const { structured, question } = await run(fakeClient({}, { wait: async () => job }), 'job_wait', {
    job_id: 'job_1',
  });
  expect(structured['question']).toMatchObject({ options: labels.map((label) => ({ label })) });
  const shown = question?.fields[0]?.options?.map(({ label }) => label) ?? [];
  expect(shown).toEqual([expect.stringMatching(/characters\)$/), expect.stringMatching(/ \(2\)$/), 'Short']);
  expect(
    shown.map((label) => question && callWithAnswer(question, { option_label: label })?.args['arguments']),
  ).toMatchObject(labels.map((label) => ({ option_label: label })));
});

const outage = (code: ErrorCode, status?: number) =>
  new VisibilityError(code, 'No answer.', { outcome: 'not_sent', ...(status === undefined ? {} : { status }) });
const without = (failure: VisibilityError): MoneyView => {
  const { balance: _, ...known } = money;
  return { ...known, failure, balance_unknown: failure.message };
};

it.each([
  ['unreachable', undefined],
  ['unreadable', 200],
  ['unauthorized', 401],
] as const)('credits without a platform is an error that says what the ledger knows: %s', async (code, status) => {
  const result = await run(fakeClient({}, { money: async () => without(outage(code, status)) }), 'credits', {});
  expect(result).toMatchObject({
    isError: true,
    structured: { ok: false, error: { code, totals: { charged: 8 }, limits: [{ limit: '20/day' }, {}] } },
  });
});

describe('estimate', () => {
  const client = () => fakeClient({}, { money: async () => money });
  const plan = async (...calls: object[]) => dataOf(await run(client(), 'estimate', { calls }));

  it('prices every workflow as what it pays for, with arguments that its operations take', async () => {
    const calls = [
      ['write_article', { keyword: 'moss' }, ['articles.generate']],
      ['write_article', { storyline: 3 }, ['storylines.assemble_article']],
      ['research_keywords', { seeds: ['moss'] }, ['keywords.research']],
      ['research_keywords', {}, ['keywords.ai_research']],
      ['audit_page', { url: 'moss.example' }, ['page_audit.create']],
      ['audit_site', { site: 'moss.example' }, ['content_audits.create']],
      ['ground_urls', { urls: ['https://moss.example/a', 'https://moss.example/a'] }, ['grounding.analyze']],
      ['ground_urls', { urls: ['https://moss.example/a', 'https://moss.example/b'] }, ['grounding.batch']],
      ['track_brand', { domain: 'moss.example', country: 'DE' }, ['ingest.start']],
      ['ask_agent', { message: 'hi' }, ['agentic_chat.chat']],
      ['ask_agent', { session_id: 4, answer: 'yes' }, ['agentic_chat.answer_question']],
    ] as const;
    const workflows = createTools(fakeClient(), options)
      .filter(({ annotations, name }) => annotations.readOnlyHint !== true && !name.startsWith('call_'))
      .map(({ name }) => name);
    expect([...new Set(calls.map(([name]) => name))].sort()).toEqual(workflows.sort());
    for (const [name, given, priced] of calls) {
      const asked: string[] = [];
      const quoting = fakeClient(
        { 'projects.list': () => onePage([{ id: 1, name: 'Moss' }]) },
        {
          quote: async ({ name: of, input, effect }, args) => {
            input.parse(args);
            asked.push(of);
            return { operation: of, effect, credits: 5, basis: 'five' };
          },
        },
      );
      const result = dataOf(await run(quoting, 'estimate', { calls: [{ operation: name, arguments: given }] }));
      expect([name, asked, result]).toMatchObject([
        name,
        priced,
        { credits: 5 * priced.length, calls: [{ operation: name }] },
      ]);
    }
  });

  it('prices what a workflow would do: its arguments are read as the workflow reads them', async () => {
    const urls = ['https://moss.example/a', 'https://moss.example/b'];
    const priced: unknown[] = [];
    const quote = async ({ name, effect }: { name: string; effect: 'paid' }, given: unknown) => {
      priced.push(given);
      return { operation: name, effect, credits: 2, basis: 'one each' };
    };
    for (const spelled of [{ urls }, { urls: JSON.stringify(urls) }, JSON.stringify({ urls })])
      await run(fakeClient({}, { quote: quote as never }), 'estimate', {
        calls: [{ operation: 'ground_urls', arguments: spelled }],
      });
    expect(priced).toEqual([{ urls }, { urls }, { urls }]);
    expect(await plan({ operation: 'ground_urls', arguments: { urls: 5, wrong: 1 } })).toMatchObject({
      not_priced: ['ground_urls'],
      calls: [{ error: expect.stringMatching(/^invalid_arguments: ground_urls: wrong is not an argument/) }],
    });
  });
});
