import { mentions } from '../../audits/community/community-monitor.ts';
import { isModuleActive } from '../../content/projects.ts';
import type { Row } from '../../../engine/documents.ts';
import type { World } from '../../../engine/world.ts';
import { sourcesOf } from '../cited-sources/cited-source.ts';
import { trackingKeywords, type TrackingProject } from './kinds.ts';

interface Component {
  readonly score: number | null;
  readonly data_available: boolean;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly weight: number;
}

/**
 * docs/platform/insights.md#off-page-readiness: three components, each with what it needs; a null score means no data,
 * which is not zero.
 */
export function offPageReadiness(world: World, project: Row<TrackingProject>) {
  const components = {
    'geo.offpage.brand_demand': brandDemand(world, project),
    'geo.offpage.third_party_mentions': thirdPartyMentions(world, project),
    'geo.offpage.source_affinity': sourceAffinity(world, project),
  };
  const scored = Object.values(components).filter(({ score }) => score !== null);
  const weight = scored.reduce((sum, one) => sum + one.weight, 0);
  const score =
    weight === 0 ? null : Math.round(scored.reduce((sum, one) => sum + (one.score ?? 0) * one.weight, 0) / weight);
  const meta = { tracking_project_id: project.id, available_weight: Math.round(weight * 10) / 10 };
  return { score, data_available: score !== null, components, meta };
}

const missing = (reason: string, weight: number): Component => ({
  score: null,
  data_available: false,
  meta: { reason },
  weight,
});

function brandDemand({ store, invent }: World, { id, body }: Row<TrackingProject>): Component {
  const brand = body.brand_name.toLowerCase();
  if (brand === '') return missing('no_brand_name', 0.4);
  const keywords = store.all(trackingKeywords, { parent: id }).map((row) => row.body);
  const searched = keywords.find(
    ({ keyword, search_volume }) => keyword.toLowerCase().includes(brand) && search_volume !== undefined,
  );
  if (!searched) return missing('no_brand_keyword_volume', 0.4);
  const { keyword, search_volume } = searched;
  return {
    score: invent('demand', brand).whole(20, 90),
    data_available: true,
    meta: { keyword, search_volume },
    weight: 0.4,
  };
}

/**
 * Needs an enabled community monitor on the same project: the team's community module switched on, and mentions that a
 * scan found for the brand or for one of the keywords the project tracks.
 */
function thirdPartyMentions(world: World, { id, team, body }: Row<TrackingProject>): Component {
  const { store, invent } = world;
  if (!isModuleActive(world, team, 'community')) return missing('no_community_monitor', 0.3);
  const watched = new Set(
    [body.brand_name, ...store.all(trackingKeywords, { parent: id }).map((row) => row.body.keyword)].map((one) =>
      one.toLowerCase(),
    ),
  );
  const ownMentions = store.all(mentions, { team }).filter((row) => watched.has(row.body.keyword.toLowerCase()));
  if (ownMentions.length === 0) return missing('no_mentions', 0.3);
  return {
    score: invent('mentions', id, ownMentions.length).whole(15, 85),
    data_available: true,
    meta: { mentions: ownMentions.length },
    weight: 0.3,
  };
}

/** The share of all citations that are of the brand's own pages. */
function sourceAffinity(world: World, project: Row<TrackingProject>): Component {
  const sources = sourcesOf(world, project);
  if (sources.length === 0) return missing('no_citation_history', 0.3);
  const total = (all: typeof sources) => all.reduce((sum, { citations }) => sum + citations, 0);
  return {
    score: Math.round((100 * total(sources.filter(({ is_own_domain }) => is_own_domain))) / total(sources)),
    data_available: true,
    meta: { sources: sources.length },
    weight: 0.3,
  };
}
