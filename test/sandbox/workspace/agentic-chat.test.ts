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

test('the agent asks, and continues with the answer', async () => {
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
