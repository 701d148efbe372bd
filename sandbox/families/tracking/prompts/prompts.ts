import type { Call } from '../../../engine/handler-call.ts';
import { textIn } from '../../shared/open-body.ts';
import { change, type Id } from '../../../engine/documents.ts';
import { implement, type CallOf } from '../../../engine/implement.ts';
import type { Plan } from '../../../engine/plan.ts';
import { invalid } from '../../../engine/http/refusal.ts';
import { page, RawResponse, slices } from '../../../engine/http/reply.ts';
import { trackingPrompts, type MonitorStatus, type TrackingProject, type TrackingPrompt } from '../brand/kinds.ts';
import { partOf, trackingProjectOf } from '../brand/project-of.ts';
import { readPromptFile } from './prompt-file.ts';
import { classifyIntent, classifyPersona, filteredPrompts, measureVolume, onAllPrompts, showPrompt } from './prompt.ts';

const personasPlan = onAllPrompts('prompts.personas', (world, project, prompt) => {
  if (prompt.persona_label === undefined) classifyPersona(world, project, prompt);
});

const intentsPlan = onAllPrompts('prompts.intents', (world, _, prompt) => {
  if (prompt.funnel_stage === undefined) classifyIntent(world, prompt);
});

const volumesPlan = onAllPrompts('prompts.volumes', measureVolume);

/** Rules: docs/platform/tracking.md#prompts. */
export const promptFamily = implement('prompts', {
  resources: { 'tracking-prompts': trackingPrompts },
  operations: {
    list: (call) => {
      const matching = slices(filteredPrompts(call, trackingProjectOf(call)), (row) => showPrompt(call, row));
      const perPage = call.input.per_page;
      if (perPage === undefined) return matching;
      return new RawResponse(200, page(matching, { page: call.input.page ?? 1, perPage }));
    },
    create: (call) => {
      const { id: parent } = trackingProjectOf(call);
      return showPrompt(
        call,
        call.add(trackingPrompts, { ...newPrompt(call.input.prompt_text), ...detailsIn(call) }, { parent }),
      );
    },
    update: (call) => {
      const { input, openBody } = call;
      const row = call.own(trackingPrompts, input.id);
      const status = openBody['monitor_status'] === undefined ? undefined : statusIn(openBody['monitor_status']);
      const language = textIn(openBody, 'language');
      return showPrompt(call, change(row, { ...detailsIn(call), prompt_text: input.prompt_text, language, status }));
    },
    delete: (call) => call.delete(call.own(trackingPrompts, call.input.id)),
    extract: (call) => {
      const { input } = call;
      const [requestedIds, category] = [input.prompt_ids ?? [], input.category];
      const matching = call.store
        .all(trackingPrompts, { parent: trackingProjectOf(call).id })
        .filter(
          ({ id, body }) =>
            (input.prompt_ids === undefined || requestedIds.includes(id)) &&
            (input.active_only !== true || body.status === 'active') &&
            (category === undefined || body.prompt_category === category),
        );
      const extracted = matching.map((row) => showPrompt(call, row));
      for (const row of matching) call.store.remove(row);
      return { extracted, deleted_count: matching.length };
    },
    import: (call) => {
      const { id: parent } = trackingProjectOf(call);
      const existing = new Set(call.store.all(trackingPrompts, { parent }).map(({ body }) => body.prompt_text));
      const { prompts, skipped, errors, mapping_used } = readPromptFile(call);
      const added = prompts.filter(({ prompt_text }) => !existing.has(prompt_text));
      for (const prompt of added)
        call.add(trackingPrompts, { ...newPrompt(prompt.prompt_text), ...prompt }, { parent });
      return { imported: added.length, skipped: skipped + prompts.length - added.length, errors, mapping_used };
    },
    classify_persona: (call) => {
      const row = partOf(call, trackingPrompts, call.input.promptId);
      classifyPersona(call, trackingProjectOf(call).body, row.body);
      const { persona_label = null, classified_at = null } = row.body;
      return { tracking_prompt_id: row.id, persona_label, classified_at };
    },
    bulk_classify_persona: (call) => queued(call, personasPlan, ({ persona_label }) => persona_label === undefined),
    bulk_classify_intent: (call) => queued(call, intentsPlan, ({ funnel_stage }) => funnel_stage === undefined),
    classify_intent: (call) => {
      const row = partOf(call, trackingPrompts, call.input.promptId);
      classifyIntent(call, row.body);
      const { intent, funnel_stage, classified_at } = row.body;
      return { tracking_prompt_id: row.id, intent, funnel_stage, classified_at };
    },
    bulk_monitor: (call) => {
      const { id: parent } = trackingProjectOf(call);
      // The body of a bulk change is not shown whole: status and ids may come under either of their names.
      const status = statusIn(call.input.status ?? call.openBody['monitor_status']);
      const requestedIds: readonly unknown[] = call.input.prompt_ids ?? [call.openBody['ids'] ?? []].flat();
      if (requestedIds.length === 0) throw invalid({ prompt_ids: ['The prompt_ids field is required.'] });
      const selected = call.store.all(trackingPrompts, { parent }).filter(({ id }) => requestedIds.includes(id));
      for (const row of selected) {
        row.body.status = status;
      }
      return { updated: selected.length, skipped: requestedIds.length - selected.length, status };
    },
    monitor: (call) => {
      const row = partOf(call, trackingPrompts, call.input.promptId);
      row.body.status = call.input.status;
      return { tracking_prompt_id: row.id, status: row.body.status, monitor_status: row.body.status };
    },
    refresh_volumes: (call) => queued(call, volumesPlan, () => true),
  },
});

const newPrompt = (prompt_text: string): TrackingPrompt => ({ prompt_text, prompt_category: null, status: 'active' });

type Details = Pick<CallOf<'prompts.create'>['input'], 'prompt_category' | 'persona_label' | 'commercial_intent'>;

/** The details a person wrote; a persona among them is protected from classification. */
function detailsIn({ input }: Call<Details>): Partial<TrackingPrompt> {
  const { prompt_category, persona_label, commercial_intent } = input;
  const details: Partial<TrackingPrompt> = {};
  if (typeof prompt_category === 'string') details.prompt_category = prompt_category;
  if (typeof persona_label === 'string') Object.assign(details, { persona_label, persona_by_hand: true });
  if (isScalar(commercial_intent)) details.commercial_intent = commercial_intent;
  return details;
}

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

function statusIn(status: unknown): MonitorStatus {
  if (status === 'active' || status === 'paused' || status === 'excluded') return status;
  throw invalid({ status: ['The status field must be one of: active, paused, excluded.'] });
}

function queued(
  call: Call<{ readonly id: Id }>,
  plan: Plan<TrackingProject>,
  pending: (prompt: TrackingPrompt) => boolean,
) {
  const { id } = trackingProjectOf(call);
  const count = call.store.all(trackingPrompts, { parent: id }).filter(({ body }) => pending(body)).length;
  call.start(plan, id);
  return { tracking_project_id: id, pending_classifications: count, status: 'queued' };
}
