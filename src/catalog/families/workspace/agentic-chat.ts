import * as z from 'zod';
import { count, flag, integerId, number, text, timestamp } from '../../vocabulary/fields.ts';
import { answer, family, free, get, type DeclaredJob, maybe, metered, one, post } from '../../vocabulary/index.ts';

const direction = z.enum(['up', 'down']);

const turn = {
  session_id: integerId,
  message_id: integerId.nullable(),
  text,
  tool_calls: z.unknown(),
  iterations: count,
  credits_used: number,
  duration_ms: number.describe('Milliseconds'),
  resumed: flag,
  ...maybe({
    tool_results: z.array(z.looseObject(maybe({ tool: text, success: flag, error: text, policy_blocked: flag }))),
  }),
};

/** Rules: docs/platform/workspace.md#agents-sessions. */
const session = {
  session_id: integerId,
  agentic_status: z
    .enum(['running', 'waiting', 'awaiting_user', 'aborting', 'failed', 'completed'])
    .nullable()
    .describe('null: idle'),
  message_id: integerId.nullable(),
  text: z.string().nullable(),
  last_message_at: timestamp.nullable(),
  is_terminal: flag,
  waiting: z.looseObject({ until: text, reason: text, round: count, max_rounds: count }).nullable(),
  wait_limit_reached: flag,
  awaiting_user: flag,
  pending_question: text.nullable(),
  pending_question_options: z.array(z.looseObject({ label: text, description: text.nullable() })).nullable(),
  answer_url: text.nullable(),
};

const work = {
  doing: "Waiting for the agent's answer",
  watch: 'agentic_chat.session',
  with: { id: answer('session_id') },
  state: 'agentic_status',
  done: ['completed', null],
  // A turn that has waited for as many rounds as it may is over, while its status may still say that it waits.
  over: [{ is_terminal: true }, { agentic_status: 'waiting', wait_limit_reached: true }],
  changes: ['message_id', 'last_message_at'],
  answered: 'text',
  asks: { awaiting_user: 'agentic_chat.answer_question' },
  usually: 120,
} as const satisfies DeclaredJob;

/** Seconds. */
const longestTurn = 600;

const price = metered("what the agent's tools draw; the platform states no bound", { actual: 'credits_used' });

/** Rules: docs/platform/workspace.md#agent. A turn may take 5 to 10 minutes; 600 s is the platform's limit. */
export const agenticChat = family(
  'agentic_chat',
  "The platform's own master agent, as a conversation",
  { words: 'assistant bot ask question delegate copilot assistant bot agent of the platform' },
  () => ({
    chat: post('/agentic/chat', {
      does: "Give the platform's agent a message; it works with the platform's tools and answers, asks back, or goes on in the background",
      changes:
        'The agent may create, change and pay for anything its tools can: tool_policy limits it. Without session_id a new session begins.',
      asked:
        'talk conversation prompt task delegate, talk to the bot, ask the agent to do something, delegate a task, tell the assistant, ask the master agent, instruct ai to handle a job, chat message, ask the assistant to plan or do something, give the agent a job, do this for me, plan, help me',
      input: {
        message: text.max(10_000).describe('At most 10,000 characters'),
        session_id: integerId.optional().describe('Go on with this conversation'),
        tool_policy: z
          .strictObject({
            allow: z.array(text).optional(),
            deny: z.array(text).optional(),
            max_tool_calls: z.int().positive().optional(),
          })
          .optional()
          .describe('Which tools the agent may use, and how often'),
      },
      beyondPins: ['project', 'tracking project'],
      query: { wait_for_final: flag.optional().describe('Let the platform wait up to 480 s for the final answer') },
      output: turn,
      otherwiseStatus: { 200: 'The turn ended within the request' },
      price,
      job: work,
      timeout: longestTurn,
      refuses: {
        422: {
          context_overflow: 'the conversation is longer than the context; start a new session or send fewer URLs',
        },
        502: { upstream_api_error: 'the model provider failed' },
      },
    }),
    session: get('/agentic/sessions/{id}', {
      does: "Show how a conversation stands: the agent's text, or what it asks",
      asked:
        "status pending question, is the agent still working, what did the assistant say, conversation so far, agent still busy, poll session, what did the agent reply, what did the assistant answer, the agent's reply",
      output: session,
      audience: { foreign: 404 },
      refuses: { 404: { session_not_found: 'unknown, or not of this team and user' } },
    }),
    answer_question: post('/agentic/sessions/{id}/answer-question', {
      idFrom: { id: 'agentic_chat.chat' },
      does: "Answer the agent's question with the label of one of its options",
      changes: 'The agent goes on, and may draw further credits.',
      asked:
        'reply choose option confirm, the bot asked me something, reply to it, pick an option, yes go ahead, select option for pending question, reply yes or no to the agent',
      example: { option_label: 'The short way' },
      input: { option_label: text },
      beyondPins: ['project', 'tracking project'],
      output: turn,
      otherwiseStatus: { 200: 'The turn ended within the request' },
      price,
      job: work,
      timeout: longestTurn,
    }),
    abort: post('/agentic/sessions/{session}/abort', {
      idFrom: { session: 'agentic_chat.chat' },
      does: "End the agent's running turn; credits already used stay charged",
      changes: 'What the agent did so far stays, and stays charged; its plan ends as aborted.',
      asked:
        'stop cancel, stop the agent, cancel what the assistant is doing, shut up, interrupt running agent turn, halt the agent, enough stop working, quit what you are doing',
      remedies: { 409: 'agentic_chat.session' },
      output: one({ session_id: integerId, aborted: flag, plan_aborted: flag }),
      price: free,
      refuses: { 409: 'when no turn runs', 403: "another user's or team's session" },
    }),
    feedback: post('/agentic/feedback', {
      does: "Rate one of the agent's messages",
      changes: 'One rating a user and message.',
      asked:
        'thumbs up down, the answer of the bot was good bad, thumbs up down, rate the reply, upvote downvote agent message, tell the agent it did well badly, praise',
      input: { message_id: integerId, direction },
      output: { ok: flag, direction },
      price: free,
      refuses: {
        404: { unknown_msg: 'no such message' },
        403: { not_yours: "another team's message" },
        422: 'invalid direction',
      },
    }),
  }),
);
