import type { Call } from '../../../engine/handler-call.ts';
import { keyedKind, type Row } from '../../../engine/documents.ts';
import { days, iso } from '../../../engine/platform-time.ts';
import { capital } from '../../../invention/writing/label.ts';
import { runs, trackingKeywords, type TrackingProject } from '../brand/kinds.ts';
import { leversOf } from './findings.ts';

/** By the project's id. */
const recipes = keyedKind<{ made_at: number; recipe: Readonly<Record<string, unknown>> }>('content_recipe');

/** The content recipe of a project, made once a day; a project that was never run has no samples to make it from. */
export function recipeOf(call: Call, project: Row<TrackingProject>): Readonly<Record<string, unknown>> {
  if (call.store.all(runs, { parent: project.id }).length === 0)
    return { available: false, reason: 'insufficient_sample' };
  const existing = call.store.get(recipes, project.id);
  if (existing && existing.body.made_at > call.now() - days) return existing.body.recipe;
  const recipe = buildRecipe(call, project);
  if (existing) call.store.remove(existing);
  call.add(recipes, { made_at: call.now(), recipe }, { id: project.id, parent: project.id });
  return recipe;
}

function buildRecipe({ store, invent, now }: Call, { id, body }: Row<TrackingProject>) {
  const { top } = leversOf(invent, id, []);
  const topic = store.all(trackingKeywords, { parent: id })[0]?.body.keyword ?? body.brand_name;
  return {
    available: true,
    briefing: `Write about ${topic} so that an assistant can quote single sentences.`,
    titles: [`${capital(topic)}: the short answer`, `${capital(topic)} compared`, `What ${topic} costs`],
    bullets: top.slice(0, 3).map(({ interpretation }) => interpretation.action),
    cta: `Compare ${topic} now`,
    confidence: invent('recipe', id).whole(55, 90) / 100,
    generated_at: iso(now()),
  };
}
