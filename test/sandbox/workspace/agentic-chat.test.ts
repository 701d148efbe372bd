import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test('a turn answers, and draws what it says it used', async () => {
  const { call } = await visit();
  const { status, body } = await call('agentic_chat.chat', { message: 'Which project is new?' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ credits_used: 4, tool_calls: 2, resumed: false });
  expect((await call('credits.history')).body.data[0]).toMatchObject({ delta: -4, reference_id: body.session_id });
  expect((await call('agentic_chat.session', { id: body.session_id })).body).toMatchObject({
    agentic_status: 'completed',
    is_terminal: true,
    text: body.text,
  });
  expect((await call('agentic_chat.chat', { message: 'And then?', session_id: body.session_id })).body.session_id).toBe(
    body.session_id,
  );
});

test('tools outside the policy are not called', async () => {
  const { call } = await visit();
  const used = async (tool_policy: unknown) =>
    (await call('agentic_chat.chat', { message: 'Look', tool_policy })).body.tool_calls;
  expect(await used({ deny: ['list_projects'] })).toBe(1);
  expect(await used({ allow: [] })).toBe(0);
  expect(await used({ max_tool_calls: 1 })).toBe(1);
});

test('the agent asks, and goes on with the answer', async () => {
  const { call } = await visit();
  const { body } = await call('agentic_chat.chat', { message: 'Plan it, but ask me first' });
  const { body: session } = await call('agentic_chat.session', { id: body.session_id });
  expect(session).toMatchObject({
    agentic_status: 'awaiting_user',
    awaiting_user: true,
    is_terminal: false,
    pending_question: body.text,
  });
  const [{ label }] = session.pending_question_options;
  expect((await call('agentic_chat.answer_question', { id: body.session_id, option_label: 'Neither' })).status).toBe(
    422,
  );
  expect((await call('agentic_chat.answer_question', { id: body.session_id, option_label: label })).status).toBe(200);
  expect((await call('agentic_chat.session', { id: body.session_id })).body.agentic_status).toBe('completed');
  expect((await call('agentic_chat.answer_question', { id: body.session_id, option_label: label })).status).toBe(409);
});

test('while the agent waits for a background job the answer is 202 and the session tells how long', async () => {
  const { call, clock } = await visit();
  const { status, body } = await call('agentic_chat.chat', { message: 'Do it in the background' });
  expect(status).toBe(202);
  expect(body).toMatchObject({
    agentic_status: 'waiting',
    resumed: false,
    eta_seconds: 30,
    waiting: { round: 1, max_rounds: 3 },
  });
  clock.pass(30);
  expect((await call('agentic_chat.session', { id: body.session_id })).body).toMatchObject({
    agentic_status: 'completed',
    waiting: null,
    wait_limit_reached: false,
  });
});

test('after three rounds of waiting the agent stops and says so', async () => {
  const { call, clock } = await visit();
  const { body } = await call('agentic_chat.chat', { message: 'Wait forever' });
  clock.pass(60);
  expect((await call('agentic_chat.session', { id: body.session_id })).body.waiting.round).toBe(3);
  clock.pass(30);
  expect((await call('agentic_chat.session', { id: body.session_id })).body).toMatchObject({
    is_terminal: true,
    wait_limit_reached: true,
  });
});

test('wait_for_final holds the answer until the turn is over', async () => {
  const { call, clock } = await visit();
  const answer = call('agentic_chat.chat', { message: 'In the background, please', wait_for_final: true });
  const over = await Promise.race([answer.then(() => true), asked(call).then(() => false)]);
  expect(over).toBe(false);
  clock.pass(30);
  expect(await answer).toMatchObject({ status: 200, body: { resumed: true, text: 'The background job is done.' } });
});

/** Resolves when the turn is known to be under way. */
async function asked(call: Awaited<ReturnType<typeof visit>>['call']): Promise<void> {
  while ((await call('agentic_chat.session', { id: 1 })).status !== 200);
}

test('a running turn can be ended, and its session takes a new question at once', async () => {
  const { call, clock, balance } = await visit();
  const { body } = await call('agentic_chat.chat', { message: 'Background work' });
  expect((await call('agentic_chat.chat', { message: 'More', session_id: body.session_id })).status).toBe(409);
  expect((await call('agentic_chat.abort', { session: body.session_id }, 'sandbox-member')).status).toBe(403);
  expect((await call('agentic_chat.abort', { session: body.session_id })).body.data).toEqual({
    session_id: body.session_id,
    aborted: true,
    plan_aborted: false,
  });
  expect((await call('agentic_chat.abort', { session: body.session_id })).status).toBe(409);
  expect((await call('agentic_chat.session', { id: body.session_id })).body).toMatchObject({
    agentic_status: 'aborting',
    is_terminal: false,
  });
  // Document 3: credits already used stay charged.
  expect(await balance()).toBe(996);
  expect((await call('agentic_chat.chat', { message: 'More', session_id: body.session_id })).status).toBe(200);
  clock.pass(30);
  expect((await call('agentic_chat.session', { id: body.session_id })).body.agentic_status).toBe('completed');
});

test('an aborted turn ends at its next checkpoint', async () => {
  const { call, clock } = await visit();
  const { body } = await call('agentic_chat.chat', { message: 'Background work' });
  await call('agentic_chat.abort', { session: body.session_id });
  clock.pass(30);
  expect((await call('agentic_chat.session', { id: body.session_id })).body.agentic_status).toBeNull();
});

test('a failing model provider is 502 and draws nothing', async () => {
  const { call, balance } = await visit();
  expect(await call('agentic_chat.chat', { message: 'fail' })).toMatchObject({
    status: 502,
    body: { error: { code: 'upstream_api_error' } },
  });
  expect(await balance()).toBe(1000);
});

test('a conversation is seen by its own user only', async () => {
  const { call } = await visit();
  const { body } = await call('agentic_chat.chat', { message: 'Mine' });
  for (const token of ['sandbox-member', 'sandbox-guest']) {
    expect(await call('agentic_chat.session', { id: body.session_id }, token)).toMatchObject({
      status: 404,
      body: { error: { code: 'session_not_found' } },
    });
  }
});

test('feedback counts once a message, and only from whom it was written to', async () => {
  const { call } = await visit();
  const {
    body: { message_id },
  } = await call('agentic_chat.chat', { message: 'Hello' });
  expect((await call('agentic_chat.feedback', { message_id, direction: 'up' })).body).toEqual({
    ok: true,
    direction: 'up',
  });
  expect((await call('agentic_chat.feedback', { message_id, direction: 'up' })).body).toEqual({
    ok: true,
    direction: 'up',
  });
  expect((await call('agentic_chat.feedback', { message_id, direction: 'up' }, 'sandbox-guest')).body.error.code).toBe(
    'not_yours',
  );
  expect((await call('agentic_chat.feedback', { message_id: 999, direction: 'up' })).body.error.code).toBe(
    'unknown_msg',
  );
  expect((await call('agentic_chat.feedback', { message_id, direction: 'sideways' })).status).toBe(422);
});

test('a message has at most 10,000 characters', async () => {
  const { call } = await visit();
  expect((await call('agentic_chat.chat', { message: 'x'.repeat(10_000) })).status).toBe(200);
  expect((await call('agentic_chat.chat', { message: 'x'.repeat(10_001) })).status).toBe(422);
});

test('a tool outside the policy answers policy_blocked, and the agent goes on with a partial result', async () => {
  // Document 3, "Rules".
  const { call } = await visit();
  const { status, body } = await call('agentic_chat.chat', {
    message: 'Look',
    tool_policy: { deny: ['list_projects'] },
  });
  expect(status).toBe(200);
  expect(body.tool_results).toEqual([
    { tool: 'list_projects', success: false, error: expect.any(String), policy_blocked: true },
    { tool: 'search_articles', success: true },
  ]);
  expect(body.text).toContain('list_projects');
});

test('a context that overflows is 422 with what to do about it, draws nothing and keeps the conversation', async () => {
  // Document 1, "Errors": context_overflow.
  const { call, balance } = await visit();
  const { status, body } = await call('agentic_chat.chat', { message: 'Read all of it until you overflow' });
  expect(status).toBe(422);
  expect(body).toMatchObject({
    session_id: expect.any(Number),
    text: expect.any(String),
    error: {
      code: 'context_overflow',
      limit_tokens: 1_000_000,
      used_tokens: expect.any(Number),
      suggested_action: expect.any(String),
      max_urls_per_call: expect.any(Number),
    },
  });
  expect((await call('agentic_chat.session', { id: body.session_id })).body).toMatchObject({
    agentic_status: 'failed',
    is_terminal: true,
  });
  expect(await balance()).toBe(1000);
});

test('an abort closes the plan that the turn works by, if there is one', async () => {
  // Document 3, "States": agentic session.
  const { call } = await visit();
  const aborted = async (message: string) => {
    const { body } = await call('agentic_chat.chat', { message });
    return (await call('agentic_chat.abort', { session: body.session_id })).body.data;
  };
  expect(await aborted('Make a plan and follow it in the background')).toMatchObject({
    aborted: true,
    plan_aborted: true,
  });
  expect(await aborted('Do it in the background')).toMatchObject({ aborted: true, plan_aborted: false });
});
