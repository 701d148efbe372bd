import type { JobView } from '../../client/index.ts';
import { askedQuestion, optionsOf } from './asked-question.ts';
import { type PlatformQuestion, type QuestionField, type QuestionOption } from '../definition/platform-question.ts';
import { isWord } from '../../base/text/is-prose.ts';
import { oneLine } from '../../base/text/one-line.ts';
import { textsIn } from '../../base/text/texts-in.ts';
import { isFields, type Fields } from '../../base/json/is-fields.ts';
import { scalarText } from '../../base/json/scalar-text.ts';
import { formatShortCall } from '../definition/format-call.ts';

/** Characters. The data of the result has the whole text. */
const maxQuestion = 400;
const maxLine = 190;

/** The question of a job that needs its caller, if its kind is known; `rawJson` is the platform's answer that contains it. */
export function jobQuestion(job: JobView, rawJson: unknown): PlatformQuestion | undefined {
  if (job.state !== 'needs_you') return undefined;
  const record = isFields(rawJson) ? rawJson : {};
  if (job.answer_with === 'agentic_chat.answer_question') return agentQuestion(job, record);
  if (job.answer_with === 'ingest.start') return ingestQuestion(job, record);
  return undefined;
}

/** The question in a result, for a model that has to ask the person itself. */
export function questionInWords({ text, fields, call: { args, into } }: PlatformQuestion): Record<string, unknown> {
  const [field] = fields;
  const open = Object.fromEntries(fields.map(({ name, options }) => [name, exampleOf(options?.[0])]));
  const answerArguments = { ...(into === undefined ? {} : (args[into] as object)), ...open };
  return {
    text,
    options: field?.options?.map(({ label, whole, description }) => ({ label: sendable(whole) ?? label, description })),
    fields: field && !field.options ? fields.map(({ name, description }) => ({ name, description })) : undefined,
    answer_with: formatShortCall({ name: String(args['operation']), effect: 'paid' }, answerArguments),
  };
}

/** A model sends what it was shown, which has no hidden characters. */
const sendable = (whole: string | undefined): string | undefined =>
  whole !== undefined && whole === oneLine(whole, maxQuestion) ? whole : undefined;

/** A label that could be read as more than an answer is not put into a suggested call. */
const exampleOf = ({ label, whole = label }: QuestionOption = { label: '' }): string =>
  whole.split(' ').every(isWord) && whole.length <= 40 ? whole || '…' : '…';

function agentQuestion({ job_id, arguments: startArguments }: JobView, session: Fields): PlatformQuestion {
  const { text = 'The agent waits for an answer.', options } = askedQuestion(session);
  const id = session['session_id'] ?? startArguments['session_id'] ?? startArguments['id'];
  return {
    about: job_id,
    text: oneLine(text, maxQuestion),
    asker: "The platform's agent",
    fields: [{ name: 'option_label', description: 'Answer', options: optionsOf(options, maxLine) }],
    call: {
      tool: 'call_paid',
      args: { operation: 'agentic_chat.answer_question', arguments: { id } },
      into: 'arguments',
    },
  };
}

/** docs/platform/tracking.md#ingest: what may be missing for an ingest. */
export const ingestInputs = [
  { name: 'domain', description: "The brand's own domain, such as example.com" },
  { name: 'country', description: 'Market, ISO 3166-1 alpha-2, such as DE' },
  { name: 'language', description: 'Language of the prompts, such as de' },
] as const satisfies readonly QuestionField[];

/** The fields that the platform names as missing; if it names none, those that the contract says it asks for. */
export function missingInputs(
  args: Readonly<Partial<Record<(typeof ingestInputs)[number]['name'], unknown>>>,
  answer: Fields,
): readonly (typeof ingestInputs)[number][] {
  const needs = textsIn(answer['needs']);
  return ingestInputs.filter(({ name }) =>
    needs.length > 0 ? needs.includes(name) : args[name] === undefined && name !== 'language',
  );
}

function ingestQuestion({ job_id, platform_state, arguments: args }: JobView, rawJson: Fields): PlatformQuestion {
  const call = (more: object) => ({
    tool: 'call_paid',
    args: { operation: 'ingest.start', arguments: { ...args, ...more } },
    into: 'arguments',
  });
  if (platform_state !== 'needs_input') {
    return {
      about: job_id,
      text: `Shall ${brandOf(args)} be tracked with what the platform suggests?`,
      fields: [],
      call: call({ confirm: true }),
    };
  }
  const missing = missingInputs(args, rawJson);
  return {
    about: job_id,
    text: `What is missing to track ${brandOf(args)}?`,
    fields: missing.length > 0 ? missing : ingestInputs.slice(0, 2),
    call: call({}),
  };
}

const brandOf = ({ domain, brand }: Readonly<Record<string, unknown>>): string =>
  oneLine(scalarText(domain ?? brand) ?? 'the brand', maxLine);
