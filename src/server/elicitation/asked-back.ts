import { oneLine } from '../../text/one-line.ts';
import type { AskedField, Asks } from '../../tools/jobs/asks.ts';
import { isFields, isTable, toRecords, type Fields } from '../../tools/projection/records.ts';
import type { ToolResult } from '../../tools/tool.ts';

/**
 * What the platform asks back in a result: as the result says it of a job, or as a dialogue that is a tool of
 * its own tells it among its data. Those are answered by the same tool again.
 */
export function askedBack(tool: string, args: Fields, { asks, structured }: ToolResult): Asks | undefined {
  if (asks) return asks;
  const data = structured['data'];
  const question = isFields(data) ? data['question'] : undefined;
  if (!isFields(data) || !isFields(question)) return undefined;
  if (tool === 'track_brand') return brandQuestion(args, data, question, structured['job']);
  if (tool === 'ask_agent') return agentQuestion(args, data, question);
  return undefined;
}

function brandQuestion(args: Fields, { status }: Fields, { text, fields, suggested }: Fields, job: unknown): Asks {
  const confirms = status !== 'needs_input';
  return {
    about: String(isFields(job) ? job['job_id'] : args['domain']),
    text: [unfenced(text), ...listed(suggested)].join('\n'),
    fields: confirms
      ? []
      : records(fields).map(({ name, description }) => ({ name: String(name), description: String(description) })),
    call: { tool: 'track_brand', args: confirms ? { ...args, confirm: true } : args },
  };
}

function agentQuestion({ wait_s }: Fields, { session_id }: Fields, { text, options }: Fields): Asks {
  const labels = records(options).flatMap(({ label, description }) =>
    typeof label === 'string'
      ? [
          {
            label: oneLine(label, maxLabel),
            ...(typeof description === 'string' ? { description: unfenced(description) } : {}),
          },
        ]
      : [],
  );
  const field: AskedField = {
    name: 'answer',
    description: 'Answer',
    ...(labels.length > 0 ? { options: labels } : {}),
  };
  return {
    about: `session ${String(session_id)}`,
    text: unfenced(text),
    asker: "The platform's agent",
    fields: [field],
    call: { tool: 'ask_agent', args: { session_id, ...(wait_s === undefined ? {} : { wait_s }) } },
  };
}

/** The suggestions a person is to agree to, a line each; more than ten of a kind nobody reads in a form. */
const listed = (suggested: unknown): string[] =>
  Object.entries(isFields(suggested) ? suggested : {}).flatMap(([name, list]) => {
    const texts = Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : [];
    return texts.length > 0
      ? [
          `${name}: ${texts
            .slice(0, 10)
            .map((one) => oneLine(unfenced(one), maxLabel))
            .join('; ')}${texts.length > 10 ? `; and ${texts.length - 10} more` : ''}`,
        ]
      : [];
  });

const records = (list: unknown): Fields[] =>
  isTable(list) ? toRecords(list) : Array.isArray(list) ? list.filter(isFields) : [];

/** A fence is for models. */
const unfenced = (text: unknown): string =>
  oneLine(String(text ?? '').replace(/^<<(\w+)\n([^]*)\n\1>>/, '$2'), maxQuestion);

/** Characters. */
const maxQuestion = 1_000;
const maxLabel = 100;
