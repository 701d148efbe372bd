import { kind, type Row } from '../../../engine/documents.ts';
import { iso, seconds } from '../../../engine/platform-time.ts';
import type { World } from '../../../engine/world.ts';

/** Rules: docs/platform/workspace.md#agents-sessions. */
export interface Session {
  user: number;
  status: 'running' | 'waiting' | 'awaiting_user' | 'aborting' | 'failed' | 'completed' | null;
  message_id: number | null;
  text: string | null;
  last_message_at: number | null;
  round: number;
  limit_reached: boolean;
  question: string | null;
  options: { label: string; description: string | null }[];
  credits_used: number;
  /** State of the running turn's plan, if it made one (docs/platform/workspace.md#agents-plans). */
  plan?: 'executing' | 'completed' | 'aborted' | null | undefined;
}

export const sessions = kind<Session>('agentic_session');
export const messages = kind<{ user: number; text: string; direction: string | null }>('agentic_message');

export const newSession = (user: number): Session => ({
  user,
  status: null,
  message_id: null,
  text: null,
  last_message_at: null,
  round: 0,
  limit_reached: false,
  question: null,
  options: [],
  credits_used: 0,
  plan: null,
});

/**
 * Rounds of waiting in a row before the agent says that it gives up waiting (docs/platform/workspace.md#agent, default
 * 3).
 */
export const maxRounds = 3;

export const roundTakes = 30;

export function showSession({ address, jobs, now }: World, { id, body }: Row<Session>) {
  const waits = body.status === 'waiting';
  const asks = body.status === 'awaiting_user';
  return {
    session_id: id,
    agentic_status: body.status,
    message_id: body.message_id,
    text: body.text,
    last_message_at: body.last_message_at === null ? null : iso(body.last_message_at),
    is_terminal: body.status === 'completed' || body.status === 'failed',
    waiting: waits
      ? {
          until: iso(jobs.nextDue(id) ?? now() + roundTakes * seconds),
          reason: 'A background job is running.',
          round: body.round,
          max_rounds: maxRounds,
        }
      : null,
    wait_limit_reached: body.limit_reached,
    awaiting_user: asks,
    pending_question: asks ? body.question : null,
    pending_question_options: asks ? body.options : null,
    answer_url: asks ? address(`/api/v1/agentic/sessions/${id}/answer-question`) : null,
  };
}
