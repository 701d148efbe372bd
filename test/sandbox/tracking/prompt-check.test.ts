import { expect, test } from 'vitest';
import { visit, type Visit } from '../visit.ts';

const ask = async ({ call, clock }: Visit, prompt: string, platforms: string[], more = {}) => {
  const { body } = await call('prompt_check.start', { tracking_project_id: 1, prompt, platforms, ...more });
  clock.pass(30);
  return (await call('prompt_check.list')).body.data.find(({ id }: { id: number }) => id === body.id);
};

test('a check asks each platform once and ends completed, partial or failed', async () => {
  const here = await visit();
  const done = await ask(here, 'Which box is best?', ['chatgpt', 'claude'], { with_search: { chatgpt: true } });
  expect(done).toMatchObject({
    status: 'completed',
    tracking_project_id: 1,
    responses: [
      { platform: 'chatgpt', with_search: true },
      { platform: 'claude', with_search: false },
    ],
  });
  expect((await ask(here, 'Which box is best?', ['chatgpt', 'google_ai_mode'])).status).toBe('partial');
  expect((await ask(here, 'Does it fail?', ['chatgpt'])).status).toBe('failed');
});

test('a check is pending first, then running', async () => {
  const { call, clock } = await visit();
  await call('prompt_check.start', { tracking_project_id: 1, prompt: 'Which box?', platforms: ['grok'] });
  expect((await call('prompt_check.list', { status: 'pending' })).body.data).toHaveLength(1);
  clock.pass(3);
  expect((await call('prompt_check.list', { status: 'running' })).body.data).toHaveLength(1);
});

test('the list is searched in prompts, and in answers only when asked', async () => {
  const here = await visit();
  const { responses } = await ask(here, 'Which box is best?', ['chatgpt']);
  await ask(here, 'How heavy is it?', ['perplexity'], { title: 'Weight' });
  const found = async (filter: object) => (await here.call('prompt_check.list', { ...filter })).body.data.length;
  expect(await found({})).toBe(2);
  expect(await found({ search: 'weight' })).toBe(1);
  expect(await found({ search: 'good answers' })).toBe(0);
  expect(await found({ search: 'good answers', search_responses: true })).toBe(2);
  expect(await found({ platform: 'perplexity' })).toBe(1);
  expect(await found({ sentiment: responses[0].sentiment, platform: 'chatgpt' })).toBe(1);
  expect(await found({ project_id: 1, status: 'failed' })).toBe(0);
});

test.each([
  ['a prompt of 4 characters', { prompt: 'abcd', category: 'general' }],
  ['a prompt of 5001', { prompt: 'x'.repeat(5001) }],
  ['no platform', { platforms: [] }],
])('a check refuses %s', async (_, wrong) => {
  const { call } = await visit();
  expect(
    (
      await call('prompt_check.start', {
        tracking_project_id: 1,
        prompt: 'Which box?',
        platforms: ['chatgpt'],
        ...wrong,
      })
    ).status,
  ).toBe(422);
});

test("checks are the team's", async () => {
  const here = await visit();
  await ask(here, 'Which box?', ['chatgpt']);
  expect((await here.call('prompt_check.list', {}, 'sandbox-guest')).body.data).toEqual([]);
  expect((await here.call('prompt_check.list', { project_id: 1 }, 'sandbox-guest')).status).toBe(403);
  expect(
    (
      await here.call(
        'prompt_check.start',
        { tracking_project_id: 1, prompt: 'Which box?', platforms: ['chatgpt'] },
        'sandbox-guest',
      )
    ).status,
  ).toBe(403);
});

test('answers are searched beside the question, or for words of their own', async () => {
  const { call, clock, raw } = await visit();
  await call('prompt_check.start', { tracking_project_id: 1, prompt: 'Which box is light?', platforms: ['chatgpt'] });
  clock.pass(60);
  for (const [query, found] of [
    ['search_responses=good+answers', 1],
    ['search_responses=nowhere', 0],
    ['search=good+answers&search_responses=1', 1],
    ['search=good+answers', 0],
  ] as const) {
    expect((await raw(`/prompt-check?${query}`)).body.data, query).toHaveLength(found);
  }
});
