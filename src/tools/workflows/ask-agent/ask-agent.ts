import { isAlive } from '../../../base/job-states.ts';
import type { Output } from '../../../catalog/operation-types.ts';
import type { Waiting } from '../../definition/waiting.ts';
import { nearest } from '../../../base/text/nearest.ts';
import { oneLine } from '../../../base/text/one-line.ts';
import { askedQuestion, optionsOf } from '../../questions/asked-question.ts';
import type { PlatformQuestion } from '../../definition/platform-question.ts';
import { project as projected } from '../../projection/project.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import { scalarText } from '../../../base/json/scalar-text.ts';
import { createNotSentError } from '../../results/error-result.ts';
import { boundedSuccess, projectionResult } from '../../results/result.ts';
import type { ToolResult } from '../../definition/tool.ts';
import { plain } from '../../../client/names/project-names.ts';
import { missingFigures } from '../shared/missing-figures.ts';
import { read, type Task } from '../shared/task.ts';
import { resultMetadata, startOrJoin, type Started } from '../shared/start-or-join.ts';

type Session = Output<'agentic_chat.session'>;

export interface AgentOrder {
  readonly message?: string | undefined;
  readonly session_id?: number | undefined;
  /** Label of one of the options the agent gave. */
  readonly answer?: string | undefined;
}

/** Sends a message or an answer to the platform's agent; resolves with its reply or question. */
export async function askAgent(task: Task, { message, session_id, answer }: AgentOrder): Promise<ToolResult> {
  if (answer !== undefined) return turnResult(task, await replyTo(task, session_id, answer));
  if (message === undefined)
    throw createNotSentError(
      'invalid_arguments',
      'ask_agent: message is required without answer',
      'Call ask_agent with the task as message.',
    );
  return turnResult(task, await startOrJoin(task, 'agentic_chat.chat', { message, session_id }));
}

/** Reads the question first: a wrong label, or an answer to no question, is refused before anything is charged. */
async function replyTo(task: Task, id: number | undefined, answer: string): Promise<Started<Session | null>> {
  if (id === undefined)
    throw createNotSentError(
      'invalid_arguments',
      'ask_agent: session_id is required with answer',
      'Call ask_agent with the session_id that came with the question.',
    );
  const { data: session } = await read(task, 'agentic_chat.session', { id });
  const args = { id, option_label: asksNow(session) ? matchLabel(session, answer) : answer };
  const isOnRecord = (await task.client.jobs({ operations: ['agentic_chat.answer_question'], limit: 200 })).some(
    (job) => isAlive(job) && job.arguments['id'] === id,
  );
  if (!asksNow(session) && !isOnRecord)
    throw createNotSentError(
      'invalid_arguments',
      `The agent asks nothing in session ${id} now.`,
      'To say it all the same, call ask_agent with it as message instead of answer.',
    );
  return startOrJoin(task, 'agentic_chat.answer_question', args);
}

const asksNow = ({ agentic_status, awaiting_user }: Session): boolean =>
  agentic_status === 'awaiting_user' || awaiting_user === true;

function matchLabel(session: Session, answer: string): string {
  const labels = askedQuestion(session).options.map(({ label }) => label);
  const matchingLabel =
    labels.find((label) => label === answer) ?? labels.find((label) => plain(label) === plain(answer));
  if (matchingLabel !== undefined || labels.length === 0) return matchingLabel ?? answer;
  const [near] = nearest(answer, labels, 1);
  throw createNotSentError(
    'invalid_arguments',
    `answer must be the label of an option${near ? `; did you mean ${JSON.stringify(near)}?` : ''}`,
    undefined,
    { options: labels },
  );
}

/** The agent's reply or question, as far as it got. */
async function turnResult(task: Task, reply: Started<Session | null>): Promise<ToolResult> {
  const { job } = reply;
  const { hint, ...beside } = resultMetadata(reply, 'ask_agent');
  if (job && isAlive(job)) return boundedSuccess({ status: 'the agent is at work' }, { ...beside, hint });
  const turn = reply.data ?? {};
  // The documented answer of a turn does not say whether it ends in a question; the session does.
  const id = Number(turn.session_id);
  const session =
    'agentic_status' in turn || !Number.isSafeInteger(id)
      ? turn
      : { ...turn, ...(await read(task, 'agentic_chat.session', { id })).data };
  const report = {
    session_id: session.session_id,
    status: session.agentic_status,
    text: session.text,
    ...questionIn(session),
    ...waitLimitNote(session),
    not_available: missingFigures({
      text: asksNow(session) ? undefined : [session.text, 'text', 'agentic_chat.session'],
    }),
  };
  const projection = projected(report, { format: 'detailed', lists: 'records' });
  const { job: line, ...credits } = beside;
  const around = { job: job?.state === 'needs_you' ? undefined : line, ...credits, ...goOnHint(session) };
  const result: ToolResult = {
    ...projectionResult({ ...projection, data: withoutNulls(projection.data) }, around),
    withFields: (fields) => projectionResult(projected(report, { fields }), around),
  };
  return asksNow(session) ? { ...result, question: personQuestion(session, task.waiting) } : result;
}

/** The question as a person sees it, with the labels to choose from. */
function personQuestion(session: Session, { wait_s }: Waiting): PlatformQuestion {
  const { session_id } = session;
  const { text = '', options } = askedQuestion(session);
  return {
    about: `session ${scalarText(session_id) ?? ''}`,
    text: oneLine(text, maxQuestionLength),
    asker: "The platform's agent",
    fields: [{ name: 'answer', description: 'Answer', options: optionsOf(options, maxQuestionLength) }],
    call: { tool: 'ask_agent', args: { session_id, wait_s } },
  };
}

/** Characters. */
const maxQuestionLength = 1_000;

function questionIn(session: Session): Record<string, unknown> {
  if (!asksNow(session)) return {};
  const { text, options } = askedQuestion(session);
  const next = `ask_agent ${JSON.stringify({ session_id: session.session_id, answer: options[0]?.label ?? '…' })}`;
  return {
    question: {
      text,
      options: options.map(({ label, description = null }) => ({ label, description })),
      answer_with: `${next}, with the label the person chose`,
    },
  };
}

const waitLimitNote = ({ wait_limit_reached }: Session): Record<string, unknown> =>
  wait_limit_reached === true
    ? { note_on_text: 'The agent stopped waiting for a background job; ask it again later in this session.' }
    : {};

const goOnHint = (session: Session): Record<string, unknown> =>
  asksNow(session)
    ? {}
    : {
        hint: `ask_agent {"session_id":${JSON.stringify(session.session_id)},"message":"…"} goes on in this conversation.`,
      };

const withoutNulls = (data: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data as Fields).filter(([, value]) => value !== null && value !== undefined));
