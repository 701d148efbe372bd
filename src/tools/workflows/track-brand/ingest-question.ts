import type { Data, Input } from '../../../catalog/operation-types.ts';
import { fieldOf } from '../../../base/json/field-of.ts';
import { isFields, type Fields } from '../../../base/json/is-fields.ts';
import { hostOf } from '../../../client/names/project-names.ts';
import { oneLine } from '../../../base/text/one-line.ts';
import { ingestInputs, missingInputs } from '../../questions/job-question.ts';
import { boundedSuccess } from '../../results/result.ts';
import type { ToolResult } from '../../definition/tool.ts';
import { numberIn } from '../shared/records-in.ts';
import { readParts } from '../shared/read-parts.ts';
import { resultMetadata, type Started } from '../shared/start-or-join.ts';
import type { Task } from '../shared/task.ts';
import type { TrackingProject } from '../shared/tracked-brand.ts';
import { estimateRuns } from './estimate-runs.ts';

/** A request to track a brand; also an answer to its question. */
export interface TrackingOrder {
  readonly domain?: string | undefined;
  readonly brand?: string | undefined;
  readonly country?: string | undefined;
  readonly language?: string | undefined;
  readonly prompts?: string[] | undefined;
  readonly platforms?: Input<'ingest.start'>['platforms'] | undefined;
  readonly confirm?: boolean | undefined;
  readonly auto_confirm?: boolean | undefined;
  readonly first_run?: boolean | undefined;
}

/** Subject, for the head of an answer. */
export const subjectOf = ({
  domain,
  brand,
}: TrackingOrder): { brand?: string | undefined; domain?: string | undefined } => ({
  brand,
  domain: domain === undefined ? undefined : hostOf(domain),
});

/** The platform's question or confirmation, and the next call that answers it. */
export async function ingestQuestion(
  task: Task,
  order: TrackingOrder,
  reply: Started<Data<'ingest.start'>>,
): Promise<ToolResult> {
  // The contract does not show what it needs and suggests.
  const answer: Fields = reply.data ?? {};
  const { hint: _, job, ...beside } = resultMetadata(reply, 'track_brand');
  const about = reply.job?.job_id ?? subjectOf(order).domain ?? '';
  const again = { ...order, wait_s: task.waiting.wait_s };
  // The way to answer is this tool again, not the operation behind it.
  const { next: __, answer_with: ___, ...line } = isFields(job) ? job : ({} as Fields);
  if (reply.job?.platform_state === 'needs_input') {
    const missing = missingInputs(order, answer);
    const fields = missing.length > 0 ? missing : ingestInputs.filter(({ name }) => order[name] === undefined);
    const next = `track_brand ${JSON.stringify({ ...order, ...Object.fromEntries(fields.map(({ name }) => [name, '…'])) })}`;
    const text = 'Which domain, and which market?';
    const result = boundedSuccess(
      { ...subjectOf(order), status: 'needs_input', question: { text, fields, next } },
      { ...beside, job: line },
    );
    return { ...result, question: { about, text, fields, call: { tool: 'track_brand', args: again } } };
  }
  const id = numberIn(answer['project_id']);
  const parts =
    id === undefined
      ? undefined
      : await readParts(task, { analysis: ['tracking.analysis_status', { id }], project: ['tracking.get', { id }] });
  const analysis: Fields = parts?.data.analysis ?? {};
  const text = 'Shall the brand be tracked with these suggestions? Prompts and platforms can be given instead.';
  const suggested = suggestions({ ...answer, ...analysis });
  const { llm_platforms, tracking_frequency }: TrackingProject = parts?.data.project ?? {};
  const estimate = await estimateRuns(task, {
    id,
    prompts: order.prompts?.length || countOf(suggested['prompts']),
    platforms: order.platforms?.length || countOf(llm_platforms),
    frequency: tracking_frequency,
  });
  const question = {
    text,
    suggested,
    ...costsOf(parts?.data.project ?? {}, estimate),
    next: `track_brand ${JSON.stringify({ ...order, confirm: true })}`,
    instead: `track_brand ${JSON.stringify({ ...order, prompts: ['…'], platforms: ['…'], confirm: true })}`,
  };
  const result = boundedSuccess(
    { ...subjectOf(order), tracking_project_id: id, status: 'needs_confirmation', question },
    { ...beside, job: line },
  );
  return {
    ...result,
    question: {
      about,
      text: [text, ...suggestionLines(suggested)].join('\n'),
      fields: [],
      call: { tool: 'track_brand', args: { ...again, confirm: true } },
    },
  };
}

/** For a person, a line for each kind with the first of its texts. */
const suggestionLines = (suggested: Fields): string[] =>
  Object.entries(suggested).flatMap(([kind, list]) => {
    const texts = Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : [];
    if (texts.length === 0) return [];
    const firstTexts = texts.slice(0, maxSuggestions).map((one) => oneLine(one, maxSuggestionLength));
    const more = texts.length - firstTexts.length;
    return [`${kind}: ${firstTexts.join('; ')}${more > 0 ? `; and ${more} more` : ''}`];
  });

/** Suggestions of a kind; more are not read in a form. */
const maxSuggestions = 10;

/** Characters. */
const maxSuggestionLength = 100;

/** What goes on drawing credits once it is confirmed. The preview knows a run's price only when the prompts are stored. */
const costsOf = (
  { llm_platforms, tracking_frequency }: TrackingProject,
  estimate: Fields | undefined,
): Record<string, unknown> => ({
  platforms: llm_platforms,
  frequency: tracking_frequency,
  runs: 'Confirming costs nothing; each run afterwards draws credits by prompts and platforms, shown then as credits_per_run.',
  runs_estimate: estimate,
});

const countOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

const suggestions = (analysis: Fields): Record<string, unknown> => ({
  keywords: analysis['suggested_keywords'],
  competitors: suggestionNames('domain', analysis['suggested_competitors']),
  prompts: suggestionNames('prompt', analysis['suggested_prompts']),
  personas: suggestionNames('name', analysis['suggested_personas']),
  classification: analysis['classification'],
});

/**
 * What each suggestion is called; as it came where it has no field of that name, since the contract shows none of a suggestion's fields.
 *
 * @internal exported for tests
 */
const suggestionNames = (name: string, suggested: unknown): unknown[] =>
  Array.isArray(suggested) ? suggested.map((one: unknown) => fieldOf(one, name) ?? one) : [];
