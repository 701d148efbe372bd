import type { Call } from '../../../engine/handler-call.ts';
import type { CallOf } from '../../../engine/implement.ts';
import { change, type Row } from '../../../engine/documents.ts';
import { after, plan, planFor, shouldFail } from '../../../engine/plan.ts';
import { seconds } from '../../../engine/platform-time.ts';
import { refuse } from '../../../engine/http/refusal.ts';
import { DeferredResponse, RawResponse } from '../../../engine/http/reply.ts';
import type { World } from '../../../engine/world.ts';
import { newSession, maxRounds, messages, roundTakes, sessions, showSession, type Session } from './session.ts';

/** Credits of a turn and of each tool call in it: invented, since the contract says only that they vary. */
const draws = { turn: 2, tool: 1 };

type TurnOptions = Pick<CallOf<'agentic_chat.chat'>['input'], 'tool_policy' | 'wait_for_final'>;

/**
 * One turn of the agent. The message steers it, so that callers can meet every state: `ask me` makes it
 * ask, `background` makes it wait for a job, `forever` makes it wait for longer than it may, `plan` makes it work by a
 * plan meanwhile, `overflow` fills its context, `fail` stands for a failure of the model provider.
 */
export function takeTurn(
  call: Call,
  row: Row<Session>,
  message: string,
  { tool_policy, wait_for_final }: TurnOptions = {},
): RawResponse | DeferredResponse<RawResponse> {
  // A conversation is free for a new question as soon as its turn is being aborted.
  call.jobs.stop(abortPlan, row.id);
  if (call.jobs.running(waitPlan, row.id)) throw refuse(409, 'A turn is still running in this conversation.');
  if (shouldFail(message)) throw upstream();
  if (/overflow/i.test(message)) return overflown(call, row);
  const results = toolResults(tool_policy);
  const tools = results.filter(({ success }) => success).length;
  const credits_used = draws.turn + tools * draws.tool;
  call.costs(credits_used);
  Object.assign(row.body, newSession(row.body.user), { credits_used: row.body.credits_used + credits_used });
  if (/ask me/i.test(message)) ask(row.body, message);
  else if (/background|forever/i.test(message))
    Object.assign(row.body, { status: 'waiting', round: 1, plan: /plan/i.test(message) ? 'executing' : null });
  else row.body.status = 'completed';
  say(call, row, textOf(row.body, message, results));
  const turn = {
    tool_calls: tools,
    tool_results: results,
    iterations: tools + 1,
    credits_used,
    duration_ms: (tools + 1) * 4 * seconds,
  };
  if (row.body.status !== 'waiting') return new RawResponse(200, turnAnswer(call, row, turn, false));
  call.start(waitPlan, row.id, { message });
  if (wait_for_final !== true) return new RawResponse(202, waitingAnswer(call, row));
  const ends = call.now() + (/forever/i.test(message) ? maxRounds : 1) * roundTakes * seconds;
  return new DeferredResponse(
    ends,
    () => new RawResponse(200, turnAnswer(call, call.store.get(sessions, row.id) ?? row, turn, true)),
  );
}

const upstream = () =>
  refuse(502, 'The model provider failed.', {
    error: { code: 'upstream_api_error', http_status: 500, message: 'The message asked for a failure.' },
  });

/** Tokens the agent's context holds (docs/platform/errors.md#codes). */
const contextTokens = 1_000_000;

/** The turn ends in 422 with the conversation kept; nothing is drawn. */
function overflown(call: Call, row: Row<Session>): RawResponse {
  call.costs(0);
  Object.assign(row.body, newSession(row.body.user), { credits_used: row.body.credits_used, status: 'failed' });
  say(call, row, 'This is more than I can hold at once.');
  const suggested_action = 'Start a new session, or send fewer URLs in one call.';
  const more = {
    limit_tokens: contextTokens,
    used_tokens: contextTokens + 40_000,
    suggested_action,
    max_urls_per_call: 20,
  };
  const message = 'The conversation is longer than the context.';
  return new RawResponse(422, {
    message,
    session_id: row.id,
    error: { code: 'context_overflow', message, ...more },
    text: row.body.text,
  });
}

interface ToolResult {
  readonly tool: string;
  readonly success: boolean;
  readonly error?: string | undefined;
  readonly policy_blocked?: true | undefined;
}

/**
 * A tool outside the policy answers `policy_blocked`, and the agent goes on without it
 * (docs/platform/workspace.md#agent).
 */
function toolResults(policy: unknown): ToolResult[] {
  const {
    allow,
    deny = [],
    max_tool_calls = tools.length,
  } = (policy ?? {}) as {
    allow?: string[] | undefined;
    deny?: string[] | undefined;
    max_tool_calls?: number | undefined;
  };
  const attempts = tools.map((tool): ToolResult => {
    const open = (allow?.includes(tool) ?? true) && !deny.includes(tool);
    return open
      ? { tool, success: true }
      : { tool, success: false, error: 'The policy does not allow this tool.', policy_blocked: true };
  });
  const called = new Set(attempts.filter(({ success }) => success).slice(0, max_tool_calls));
  return attempts.filter((one) => !one.success || called.has(one));
}

const tools = ['list_projects', 'search_articles'];

function ask(body: Session, message: string): void {
  body.status = 'awaiting_user';
  body.question = 'Which of these shall I do first?';
  body.options = [
    { label: 'The short way', description: 'One overview, few credits' },
    { label: 'The long way', description: `Everything about: ${message.slice(0, 60)}` },
  ];
}

function textOf({ status, question }: Session, message: string, results: readonly ToolResult[]): string {
  if (status === 'awaiting_user') return question ?? '';
  if (status === 'waiting') return 'I have started a job in the background and wait for it.';
  const blocked = results.filter(({ policy_blocked }) => policy_blocked).map(({ tool }) => tool);
  if (blocked.length)
    return `Done in part, without ${blocked.join(' and ')}, which the policy blocks: ${message.slice(0, 200)}`;
  return `Done, in this made-up world: ${message.slice(0, 200)}`;
}

function say(world: World, row: Row<Session>, text: string): void {
  const { id } = world.add(
    messages,
    { user: row.body.user, text, direction: null },
    { team: row.team, parent: row.id },
  );
  Object.assign(row.body, { message_id: id, text, last_message_at: world.now() });
}

interface Turn {
  readonly tool_calls: number;
  readonly tool_results: readonly ToolResult[];
  readonly iterations: number;
  readonly credits_used: number;
  readonly duration_ms: number;
}

function turnAnswer(world: World, row: Row<Session>, turn: Turn, resumed: boolean) {
  const { session_id, message_id, text, ...state } = showSession(world, row);
  return { session_id, message_id, text, ...turn, resumed, ...state };
}

function waitingAnswer(world: World, row: Row<Session>) {
  const { session_id, agentic_status, text, waiting, wait_limit_reached } = showSession(world, row);
  const poll_url = world.address(`/api/v1/agentic/sessions/${session_id}`);
  return {
    session_id,
    agentic_status,
    eta_seconds: roundTakes,
    poll_url,
    resumed: false,
    text,
    waiting,
    wait_limit_reached,
  };
}

/** Waits in rounds; the last one allowed ends in a status message (docs/platform/workspace.md#agent). */
export const waitPlan = planFor('agentic_chat.wait', sessions, (_, { message }: { readonly message: string }) => {
  const forever = /forever/i.test(message);
  return Array.from({ length: forever ? maxRounds : 1 }, (_, index) =>
    after(roundTakes, (row, { world }) => {
      if (forever && index + 1 < maxRounds) return void (row.body.round += 1);
      change(row, { status: 'completed', limit_reached: forever, plan: row.body.plan ? 'completed' : null });
      say(world, row, forever ? 'The job is not done yet; I stopped waiting for it.' : 'The background job is done.');
    }),
  );
});

/** An aborted turn ends at its next checkpoint. */
export const abortPlan = plan(
  'agentic_chat.abort',
  sessions,
  after(roundTakes, ({ body }) => void (body.status = null)),
);
