import type { Data } from '../../../catalog/index.ts';
import { fieldOf } from '../../../base/json/field-of.ts';
import { isFields, type Fields } from '../../../base/json/is-fields.ts';
import { oneLine } from '../../../base/text/one-line.ts';
import { ingestInputs, missingInputs } from '../../questions/job-question.ts';
import { boundedSuccess } from '../../results/result.ts';
import type { PlatformQuestion } from '../../definition/platform-question.ts';
import type { ToolResult } from '../../definition/tool.ts';
import { numberIn } from '../../../base/json/number-in.ts';
import { readParts } from '../shared/read-parts.ts';
import { resultMetadata, type Started } from '../shared/start-or-join.ts';
import type { Task } from '../shared/task.ts';
import type { TrackingOrder } from '../shared/orders.ts';

/** The platform's question or confirmation, and the next call that answers it. */
export async function ingestQuestion(
  task: Task,
  order: TrackingOrder,
  subject: Fields,
  reply: Started<Data<'ingest.start'>>,
): Promise<ToolResult> {
  // The contract does not show the fields of missing details and suggestions.
  const answer: Fields = reply.data ?? {};
  const { hint: _, job, ...beside } = resultMetadata(reply, 'track_brand');
  // The answer is given by calling this tool again, not the operation behind it.
  const { next: __, answer_with: ___, ...line } = isFields(job) ? job : ({} as Fields);
  const about = reply.job?.job_id ?? '';
  const asked = (data: Fields, question: Pick<PlatformQuestion, 'text' | 'fields'>, more: Fields): ToolResult => ({
    ...boundedSuccess({ ...subject, ...data }, { ...beside, job: line }),
    question: {
      about,
      ...question,
      call: { tool: 'track_brand', args: { ...order, wait_s: task.waiting.wait_s, ...more } },
    },
  });
  const callWith = (more: Fields): string => `track_brand ${JSON.stringify({ ...order, ...more })}`;
  if (reply.job?.platform_state === 'needs_input') {
    const missing = missingInputs(order, answer);
    const fields = missing.length > 0 ? missing : ingestInputs.filter(({ name }) => order[name] === undefined);
    const next = callWith(Object.fromEntries(fields.map(({ name }) => [name, '…'])));
    const text = 'Which domain, and which market?';
    return asked({ status: 'needs_input', question: { text, fields, next } }, { text, fields }, {});
  }
  const id = numberIn(answer['project_id']);
  const parts =
    id === undefined
      ? undefined
      : await readParts(task, { analysis: ['tracking.analysis_status', { id }], project: ['tracking.get', { id }] });
  const text = 'Shall the brand be tracked with these suggestions? Prompts and platforms can be given instead.';
  const suggested = suggestions({ ...answer, ...parts?.data.analysis });
  const question = {
    text,
    suggested,
    platforms: parts?.data.project?.llm_platforms,
    frequency: parts?.data.project?.tracking_frequency,
    // The preview knows a run's price only when the prompts are stored.
    runs: 'Confirming costs nothing; each run afterwards draws credits by prompts and platforms, shown then as credits_per_run.',
    next: callWith({ confirm: true }),
    instead: callWith({ prompts: ['…'], platforms: ['…'], confirm: true }),
  };
  return asked(
    { tracking_project_id: id, status: 'needs_confirmation', question },
    { text: [text, ...suggestionLines(suggested)].join('\n'), fields: [] },
    { confirm: true },
  );
}

/** One line for each kind of suggestion, with its first texts, for a person. */
const suggestionLines = (suggested: Fields): string[] =>
  Object.entries(suggested).flatMap(([kind, list]) => {
    const texts = Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : [];
    if (texts.length === 0) return [];
    const shown = texts.slice(0, maxSuggestions).map((one) => oneLine(one, maxSuggestionLength));
    const more = texts.length - shown.length;
    return [`${kind}: ${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}`];
  });

/** Maximum suggestions of one kind in a form, since nobody reads more. */
const maxSuggestions = 10;

/** Characters. */
const maxSuggestionLength = 100;

/** The name of each suggestion. A suggestion without such a field is unchanged, since the contract shows none of its fields. */
function suggestions(analysis: Fields): Fields {
  const namesIn = (name: string, suggested: unknown): unknown[] =>
    Array.isArray(suggested) ? suggested.map((one: unknown) => fieldOf(one, name) ?? one) : [];
  return {
    keywords: analysis['suggested_keywords'],
    competitors: namesIn('domain', analysis['suggested_competitors']),
    prompts: namesIn('prompt', analysis['suggested_prompts']),
    personas: namesIn('name', analysis['suggested_personas']),
    classification: analysis['classification'],
  };
}
