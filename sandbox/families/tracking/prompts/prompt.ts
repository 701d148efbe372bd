import type { CallOf } from '../../../engine/implement.ts';
import type { Row } from '../../../engine/documents.ts';
import { after, plan, type Plan } from '../../../engine/plan.ts';
import { iso } from '../../../engine/platform-time.ts';
import { measureTerm } from '../../../invention/terms.ts';
import type { World } from '../../../engine/world.ts';
import { trackingProjects, trackingPrompts, type TrackingProject, type TrackingPrompt } from '../brand/kinds.ts';
import { searchMatches } from './prompt-search.ts';
import { promptTags } from './tag-kinds.ts';

export function showPrompt({ store }: World, { id, parent, body }: Row<TrackingPrompt>) {
  const { status, tags = [], persona_by_hand: _, ...prompt } = body;
  const tagFields = tags.flatMap((tag) => {
    const row = store.get(promptTags, tag);
    return row ? [{ id: tag, dimension_id: row.parent, label: row.body.label, slug: row.body.slug }] : [];
  });
  return {
    id,
    tracking_project_id: parent,
    ...prompt,
    persona_label: prompt.persona_label ?? null,
    commercial_intent: prompt.commercial_intent ?? null,
    intent: prompt.intent ?? null,
    funnel_stage: prompt.funnel_stage ?? null,
    language: prompt.language ?? null,
    search_volume: prompt.search_volume ?? null,
    monitor_status: status,
    tags: tagFields,
  };
}

/** The project's prompts that all given filters leave (docs/platform/tracking.md#prompt-filters). */
export function filteredPrompts(call: CallOf<'prompts.list'>, project: Row<TrackingProject>): Row<TrackingPrompt>[] {
  const { input, store } = call;
  const search = input.search;
  const minVolume = input.volume_min;
  const among = (allowed: readonly string[] | undefined, value: string | null | undefined) =>
    allowed === undefined || allowed.includes(value ?? '');
  const tagged = tagFilter(call, project.team);
  return store
    .all(trackingPrompts, { parent: project.id })
    .filter(
      ({ body }) =>
        (search === undefined || searchMatches(search, body.prompt_text)) &&
        among(input.category, body.prompt_category) &&
        among(input.intent, body.intent) &&
        among(input.funnel, body.funnel_stage) &&
        among(input.persona, body.persona_label) &&
        among(input.language, body.language) &&
        among(input.monitor_status, body.status) &&
        (minVolume === undefined || (body.search_volume ?? 0) >= minVolume) &&
        (input.active_only !== true || body.status === 'active') &&
        tagged(body),
    );
}

/** Any of the tags of one dimension, and that for each dimension. A tag is named by id or slug. */
function tagFilter({ input, store }: CallOf<'prompts.list'>, team: number): (prompt: TrackingPrompt) => boolean {
  const allTags = store.all(promptTags, { team });
  const chosenTags = (input.tags ?? []).map((tag) => allTags.find(({ id, body }) => id === tag || body.slug === tag));
  const existingTags = chosenTags.filter((tag) => tag !== undefined);
  // A tag that does not exist is on no prompt. Beside others it adds nothing to them
  // (docs/platform/tracking.md#prompt-filters: OR within a dimension).
  if (chosenTags.length > 0 && existingTags.length === 0) return () => false;
  const groups = Map.groupBy(existingTags, ({ parent }) => parent);
  return ({ tags = [] }) => [...groups.values()].every((group) => group.some(({ id }) => tags.includes(id)));
}

/** A model's classification of a prompt: always the same. */
export function classifyIntent({ invent, now }: World, body: TrackingPrompt): void {
  const random = invent('intent', body.prompt_text);
  body.intent = random.pick(['informational', 'commercial', 'transactional']);
  body.funnel_stage = random.pick(['awareness', 'consideration', 'decision']);
  body.classified_at = iso(now());
}

/** docs/platform/tracking.md#prompts: a persona somebody chose stays. */
export function classifyPersona({ invent, now }: World, project: TrackingProject, body: TrackingPrompt): void {
  if (body.persona_by_hand) return;
  const ownPersonas = personaNames(project.personas);
  const [first = 'Careful Carla', ...others] = ownPersonas.length
    ? ownPersonas
    : [...personaNames(project.analysis['suggested_personas']), 'Hasty Hannes'];
  body.persona_label = invent('persona', body.prompt_text).pick([first, ...others]);
  body.classified_at = iso(now());
}

/** Personas come as names, or as objects with a name. */
const personaNames = (personas: unknown): string[] =>
  (Array.isArray(personas) ? personas : [])
    .map((one: unknown) => (typeof one === 'object' && one !== null ? Reflect.get(one, 'name') : one))
    .filter((name): name is string => typeof name === 'string' && name !== '');

/** A job over all prompts of a project that `change` applies to. */
export const onAllPrompts = (
  name: string,
  change: (world: World, project: TrackingProject, prompt: TrackingPrompt) => void,
): Plan<TrackingProject> =>
  plan(
    name,
    trackingProjects,
    after(20, ({ id, body }, { world }) => {
      for (const prompt of world.store.all(trackingPrompts, { parent: id })) change(world, body, prompt.body);
    }),
  );

export const measureVolume = ({ invent }: World, _: TrackingProject, body: TrackingPrompt): void => {
  body.search_volume = measureTerm(invent, body.prompt_text).search_volume ?? 0;
};
