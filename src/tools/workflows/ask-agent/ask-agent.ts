import { isAlive } from '../../../base/job-states.ts';
import type { Output } from '../../../catalog/index.ts';
import { nearest } from '../../../base/text/nearest.ts';
import { oneLine } from '../../../base/text/one-line.ts';
import { askedQuestion, optionsOf, type AskedQuestion } from '../../questions/asked-question.ts';
import { scalarText } from '../../../base/json/scalar-text.ts';
import { createNotSentError } from '../../results/error-result.ts';
import { project } from '../../projection/project.ts';
import { boundedSuccess, projectionResult } from '../../results/result.ts';
import type { ToolResult } from '../../definition/tool.ts';
import { plain } from '../../../client/names/project-names.ts';
import { missingFigures } from '../shared/missing-figures.ts';
import { read, type Task } from '../shared/task.ts';
import { resultMetadata, startOrJoin, type Started } from '../shared/start-or-join.ts';
import type { AgentOrder } from '../shared/orders.ts';

type Session = Output<'agentic_chat.session'>;

/** Sends a message or an answer to the platform's agent, and resolves with its reply or question, which may be incomplete. */
export async function askAgent(task: Task, { message = '', session_id, answer }: AgentOrder): Promise<ToolResult> {
  const reply =
    answer === undefined
      ? await startOrJoin(task, 'agentic_chat.chat', { message, session_id })
      : await replyTo(task, Number(session_id), answer);
  const { job: line, hint, ...credits } = resultMetadata(reply, 'ask_agent');
  const { job } = reply;
  if (job && isAlive(job)) return boundedSuccess({ status: 'the agent is at work' }, { job: line, ...credits, hint });
  // The documented answer of a turn does not say whether it ends in a question; the session does.
  const turn = reply.data ?? {};
  const turnId = Number('agentic_status' in turn ? undefined : turn.session_id);
  const said = Number.isSafeInteger(turnId) ? (await read(task, 'agentic_chat.session', { id: turnId })).data : {};
  const session: Session = { ...turn, ...said };
  const { session_id: id, agentic_status: status, text, wait_limit_reached } = session;
  const question = asksNow(session) ? askedQuestion(session) : undefined;
  const report = {
    session_id: id,
    status,
    text: text || undefined,
    question: question && questionInWords(id, question),
    note_on_text:
      wait_limit_reached === true
        ? 'The agent stopped waiting for a background job; ask it again later in this session.'
        : undefined,
    not_available: question ? undefined : missingFigures({ text: [text, 'text', 'agentic_chat.session'] }),
  };
  const projection = project(report, { format: 'detailed', lists: 'records' });
  const result = projectionResult(projection, {
    job: job?.state === 'needs_you' ? undefined : line,
    ...credits,
    hint: question
      ? undefined
      : `ask_agent {"session_id":${JSON.stringify(id)},"message":"…"} continues this conversation.`,
  });
  if (!question) return result;
  return {
    ...result,
    question: {
      about: `session ${scalarText(id) ?? ''}`,
      text: oneLine(question.text ?? '', maxQuestionLength),
      asker: "The platform's agent",
      fields: [{ name: 'answer', description: 'Answer', options: optionsOf(question.options, maxQuestionLength) }],
      call: { tool: 'ask_agent', args: { session_id: id, wait_s: task.waiting.wait_s } },
    },
  };
}

/** Characters. */
const maxQuestionLength = 1_000;

/** Reads the question first: a wrong label, or an answer to no question, is refused before anything is charged. */
async function replyTo(task: Task, id: number, answer: string): Promise<Started<Session | null>> {
  const { data: session } = await read(task, 'agentic_chat.session', { id });
  const jobs = await task.client.jobs({ operations: ['agentic_chat.answer_question'], limit: 200 });
  if (!asksNow(session) && !jobs.some((job) => isAlive(job) && job.arguments['id'] === id))
    throw createNotSentError(
      'invalid_arguments',
      `The agent asks nothing in session ${id} now.`,
      'To send it anyway, call ask_agent with it as message instead of answer.',
    );
  const option_label = asksNow(session) ? matchLabel(session, answer) : answer;
  return startOrJoin(task, 'agentic_chat.answer_question', { id, option_label });
}

const asksNow = ({ agentic_status, awaiting_user }: Session): boolean =>
  agentic_status === 'awaiting_user' || awaiting_user === true;

function matchLabel(session: Session, answer: string): string {
  const labels = askedQuestion(session).options.map(({ label }) => label);
  const match = labels.find((label) => label === answer) ?? labels.find((label) => plain(label) === plain(answer));
  if (match !== undefined || labels.length === 0) return match ?? answer;
  const [near] = nearest(answer, labels, 1);
  throw createNotSentError(
    'invalid_arguments',
    `answer must be the label of an option${near ? `; did you mean ${JSON.stringify(near)}?` : ''}`,
    undefined,
    { options: labels },
  );
}

const questionInWords = (session_id: unknown, { text, options }: AskedQuestion): Record<string, unknown> => ({
  text,
  options: options.map(({ label, description = null }) => ({ label, description })),
  answer_with: `ask_agent ${JSON.stringify({ session_id, answer: options[0]?.label ?? '…' })}, with the label the person chose`,
});
