import { bareDomain } from '../../shared/bare-domain.ts';
import type { CallOf } from '../../../engine/implement.ts';
import type { Row } from '../../../engine/documents.ts';
import { brandIndexOf, isIndexing } from './brand-index.ts';
import { factErrors, isArmed, truthSources } from '../accuracy/claim.ts';
import { trackingProjects, type TrackingProject } from './kinds.ts';

/** Facts about one brand; where several match, the choice (docs/platform/accuracy.md#brand-knowledge). */
export function readBrand(call: CallOf<'brand_knowledge.read'>) {
  const { input } = call;
  const mine = call.store
    .all(trackingProjects)
    .filter((row) => row.team === call.caller.team || call.isShared(call.caller, row));
  const matching = input.brand !== undefined ? mine.filter((row) => isNamed(row, input.brand)) : mine;
  const [project] = matching;
  if (!project || matching.length > 1) {
    const message = matching.length > 1 ? 'Several brands fit; name one by its id.' : 'No brand fits; these are known.';
    return { brand: null, disambiguation: (matching.length ? matching : mine).map(brandOf), message };
  }
  const parts = new Set(input.include.split(','));
  const truth = call.store.all(truthSources, { parent: project.id });
  const { pages } = brandIndexOf(call, project).body;
  return {
    brand: brandOf(project),
    armed: isArmed(call, project),
    kb_status: isIndexing(call, project) ? 'indexing' : pages > 0 ? 'ready' : 'empty',
    kb_passages: parts.has('kb') && pages > 0 ? passages(call, project) : [],
    fact_errors: parts.has('facts') ? factErrors(call, project) : [],
    truth_sources: parts.has('truth') ? truth.map(({ id, body }) => ({ id, ...body })) : [],
    disambiguation: [],
  };
}

function isNamed({ id, body }: Row<TrackingProject>, brand: unknown): boolean {
  if (brand === id) return true;
  const brandName = String(brand).toLowerCase();
  const names = [body.name, body.brand_name, ...body.brand_aliases].map((name) => name.toLowerCase());
  return names.includes(brandName) || (body.domain !== null && body.domain === bareDomain(brandName));
}

const brandOf = ({ id, body }: Row<TrackingProject>) => ({ id, name: body.brand_name, domain: body.domain });

function passages({ input, invent }: CallOf<'brand_knowledge.read'>, { body }: Row<TrackingProject>) {
  const words = input.q?.toLowerCase().split(/\s+/) ?? [];
  const all = topics.map((topic) => ({
    text: `${body.brand_name} on ${topic}: this sample says what a page about ${topic} might.`,
    source_url: `https://${body.domain ?? 'brand.example'}/${topic}`,
    score:
      (invent('passage', body.brand_name, topic).whole(30, 60) +
        40 * Number(words.some((word) => topic.startsWith(word.slice(0, 5))))) /
      100,
  }));
  return all.toSorted((a, b) => b.score - a.score).slice(0, input.top_k);
}

/** What the brand's own pages are about. */
const topics = 'prices delivery repairs materials history shops warranty contact sizes care'.split(' ');
