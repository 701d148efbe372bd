import { messages, newSession, sessions, showSession, type Session } from './session.ts';
import { abortPlan, takeTurn, waitPlan } from './turn.ts';
import type { Call } from '../../../engine/handler-call.ts';
import { implement } from '../../../engine/implement.ts';
import type { Row } from '../../../engine/documents.ts';
import { coded, invalid, refuse } from '../../../engine/http/refusal.ts';

/** Rules: docs/platform/workspace.md#agent. */
export const agenticChatFamily = implement('agentic_chat', {
  operations: {
    chat: (call) => {
      const id = call.input.session_id;
      const row = id === undefined ? call.add(sessions, newSession(call.caller.user)) : sessionOf(call, id);
      return takeTurn(call, row, call.input.message, call.input);
    },
    session: (call) => showSession(call, sessionOf(call, call.input.id)),
    answer_question: (call) => {
      const row = sessionOf(call, call.input.id);
      const label = call.input.option_label;
      if (row.body.status !== 'awaiting_user') throw refuse(409, 'The agent asks nothing at the moment.');
      if (!row.body.options.some((option) => option.label === label)) {
        throw invalid({
          option_label: [
            `The option_label field must be one of: ${row.body.options.map((option) => option.label).join(', ')}.`,
          ],
        });
      }
      return takeTurn(call, row, label);
    },
    abort: (call) => {
      const row = call.own(sessions, call.input.session);
      if (row.body.user !== call.caller.user) throw refuse(403, "This is another user's conversation.");
      if (!call.jobs.stop(waitPlan, row.id)) throw refuse(409, 'No turn is running.');
      row.body.status = 'aborting';
      const plan_aborted = row.body.plan === 'executing';
      if (plan_aborted) row.body.plan = 'aborted';
      call.jobs.start({ plan: abortPlan, team: row.team, subject: row.id, at: call.now() });
      return { session_id: row.id, aborted: true, plan_aborted };
    },
    feedback: (call) => {
      const row = call.store.get(messages, call.input.message_id);
      if (!row) throw coded(404, 'unknown_msg', 'There is no such message.');
      if (row.team !== call.caller.team || row.body.user !== call.caller.user)
        throw coded(403, 'not_yours', 'This message was not written to you.');
      row.body.direction = call.input.direction;
      return { ok: true, direction: call.input.direction };
    },
  },
});

/** Sessions are scoped by team, user and id (docs/platform/workspace.md#agent). */
function sessionOf(call: Call, id: number): Row<Session> {
  const row = call.store.get(sessions, id);
  if (!row || row.team !== call.caller.team || row.body.user !== call.caller.user) {
    throw coded(404, 'session_not_found', 'There is no such conversation.');
  }
  return row;
}
