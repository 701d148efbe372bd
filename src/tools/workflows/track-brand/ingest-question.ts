import type { Data } from '../../../catalog/operation-types.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isFields, type Fields } from '../../../json/is-fields.ts';
import { oneLine } from '../../../text/one-line.ts';
import type { Waiting } from '../../calling/waiting.ts';
import { boundedSuccess } from '../../results/result.ts';
import type { ToolContext, ToolResult } from '../../tool.ts';
import { numberIn } from '../shared/records-in.ts';
import { textsIn } from '../../../text/texts-in.ts';
import { readParts } from '../shared/read-parts.ts';
import { resultMetadata, type Started } from '../shared/start-or-join.ts';
import type { TrackingProject } from '../shared/tracked-brand.ts';
import { estimateRuns } from './estimate-runs.ts';
import { suggestionNames } from './suggestion-names.ts';
import { asked, type TrackingOrder } from './tracking-order.ts';

/** The platform's question or confirmation, and the next call that answers it. */
export async function ingestQuestion(
  client: Platform,
  order: TrackingOrder,
  reply: Started<Data<'ingest.start'>>,
  { wait_s }: Waiting,
  context: ToolContext,
): Promise<ToolResult> {
  // The contract does not show what it needs and suggests.
  const answer: Fields = reply.data ?? {};
  const { hint: _, job, ...beside } = resultMetadata(reply, 'track_brand');
  const about = reply.job?.job_id ?? asked(order).domain ?? '';
  const again = { ...order, wait_s };
  // The way to answer is this tool again, not the operation behind it.
  const { next: __, answer_with: ___, ...line } = isFields(job) ? job : ({} as Fields);
  if (reply.job?.platform_state === 'needs_input') {
    const fields = missing(order, answer);
    const next = `track_brand ${JSON.stringify({ ...order, ...Object.fromEntries(fields.map(({ name }) => [name, '…'])) })}`;
    const text = 'Which domain, and which market?';
    const result = boundedSuccess(
      { ...asked(order), status: 'needs_input', question: { text, fields, next } },
      { ...beside, job: line },
    );
    return { ...result, question: { about, text, fields, call: { tool: 'track_brand', args: again } } };
  }
  const id = numberIn(answer['project_id']);
  const parts =
    id === undefined
      ? undefined
      : await readParts(
          client,
          { analysis: ['tracking.analysis_status', { id }], project: ['tracking.get', { id }] },
          context,
        );
  const analysis: Fields = parts?.data.analysis ?? {};
  const text = 'Shall the brand be tracked with these suggestions? Prompts and platforms can be given instead.';
  const suggested = suggestions({ ...answer, ...analysis });
  const { llm_platforms, tracking_frequency }: TrackingProject = parts?.data.project ?? {};
  const estimate = await estimateRuns(
    client,
    {
      id,
      prompts: order.prompts?.length || countOf(suggested['prompts']),
      platforms: order.platforms?.length || countOf(llm_platforms),
      frequency: order.frequency ?? tracking_frequency,
    },
    context,
  );
  const question = {
    text,
    suggested,
    ...costsOf(parts?.data.project ?? {}, estimate),
    next: `track_brand ${JSON.stringify({ ...order, confirm: true })}`,
    instead: `track_brand ${JSON.stringify({ ...order, prompts: ['…'], platforms: ['…'], confirm: true })}`,
  };
  const result = boundedSuccess(
    { ...asked(order), tracking_project_id: id, status: 'needs_confirmation', question },
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
    const shown = texts.slice(0, maxSuggestions).map((one) => oneLine(one, maxSuggestionLength));
    const more = texts.length - shown.length;
    return [`${kind}: ${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}`];
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

const inputs = [
  { name: 'domain', description: "The brand's own domain, such as example.com" },
  { name: 'country', description: 'Market, ISO 3166-1 alpha-2, such as DE' },
  { name: 'language', description: 'Language of the prompts, such as de' },
] as const;

/** What the platform names as missing; where it names nothing, what the contract says it asks for. */
function missing(order: TrackingOrder, answer: Fields): readonly (typeof inputs)[number][] {
  const missingInputs = textsIn(answer['needs']);
  const wanted = inputs.filter(({ name }) =>
    missingInputs.length > 0 ? missingInputs.includes(name) : order[name] === undefined && name !== 'language',
  );
  return wanted.length > 0 ? wanted : inputs.filter(({ name }) => order[name] === undefined);
}

const suggestions = (analysis: Fields): Record<string, unknown> => ({
  keywords: analysis['suggested_keywords'],
  competitors: suggestionNames('domain', analysis['suggested_competitors']),
  prompts: suggestionNames('prompt', analysis['suggested_prompts']),
  personas: suggestionNames('name', analysis['suggested_personas']),
  classification: analysis['classification'],
});
