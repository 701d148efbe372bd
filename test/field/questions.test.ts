import { expect, it, onTestFinished } from 'vitest';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { json, startPlatform } from '../support/platform.ts';
import { openHost } from '../mcp/support/in-process.ts';
import { fault } from '../mcp/support/message.ts';
import { pointedAt } from '../mcp/support/stdio-host.ts';

/** A platform whose agent asks in conversation 5001, with these fields, until it is answered. */
async function stage(asked: object) {
  const clock = virtualClock();
  clock.run();
  onTestFinished(() => clock.stop());
  const platform = await startPlatform(clock);
  onTestFinished(() => platform.close());
  const turn = { session_id: 5001, message_id: 5101, credits_used: 4 };
  const waits = { ...turn, agentic_status: 'awaiting_user', awaiting_user: true, is_terminal: false, ...asked };
  const done = { ...turn, agentic_status: 'completed', awaiting_user: false, is_terminal: true, text: 'Done.' };
  const answered = 'POST /agentic/sessions/5001/answer-question';
  platform.on('GET /projects', json({ data: [] }));
  platform.on('POST /agentic/chat', json(waits));
  platform.on('GET /agentic/sessions/5001', () => json(platform.to(answered).length > 0 ? done : waits));
  platform.on(answered, json(done));
  const env = pointedAt({ url: platform.url }, { VISIBILITY_MAX_WAIT: '600' });
  const host = await openHost({ onTestFinished }, { env, clock });
  return { host, sent: () => platform.to(answered).map(({ body }) => JSON.parse(body) as object) };
}

const text = 'Which way first?';
const labels = ['The short way', 'The long way'];

const forms: readonly (readonly [string, object])[] = [
  ['as documented', { pending_question: text, pending_question_options: labels.map((label) => ({ label })) }],
  ['under plain names', { question: text, options: labels.map((label) => ({ label, description: null })) }],
  ['as texts', { pending_question: text, pending_question_options: labels }],
  ['beside an empty documented list', { question: text, pending_question_options: [], options: labels }],
  ['by text', { question: text, options: labels.map((label, at) => ({ id: at, text: label })) }],
  ['by title', { question: text, options: labels.map((label, at) => ({ value: `way-${at}`, title: label })) }],
  ['by name', { question: text, options: labels.map((label) => ({ label: null, name: label })) }],
  ['by value', { question: text, options: labels.map((label) => ({ label: '', value: label })) }],
  ['by id', { question: text, options: labels.map((label) => ({ id: label })) }],
  ['as an object by label', { question: text, options: { [labels[0] as string]: 'An overview', [labels[1]!]: null } }],
  ['as an object of records', { question: text, options: { a: { label: labels[0] }, b: { label: labels[1] } } }],
  ['in the question', { question: { text, options: labels } }],
];

it.each(forms)('options of a question %s reach the caller, and the answer the platform', async (_, asked) => {
  const byTool = await stage(asked);
  const question = { text, options: labels.map((label) => ({ label })) };
  expect(await byTool.host.call('ask_agent', { message: 'Begin' })).toMatchObject({ ok: true, data: { question } });
  const wrong = await byTool.host.call('ask_agent', { session_id: 5001, answer: 'A third way' });
  expect(fault(wrong)).toMatchObject({ code: 'invalid_arguments', options: labels });
  const answer = await byTool.host.call('ask_agent', { session_id: 5001, answer: 'the LONG way' });
  expect(answer).toMatchObject({ ok: true, data: { text: 'Done.' } });
  expect(byTool.sent()).toEqual([{ option_label: labels[1] }]);

  const byOperation = await stage(asked);
  const call = { operation: 'agentic_chat.chat', arguments: { message: 'Begin' }, wait_s: 60 };
  expect(await byOperation.host.call('call_paid', call)).toMatchObject({ ok: true, question });
});
