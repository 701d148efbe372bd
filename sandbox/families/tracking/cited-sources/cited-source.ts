import type { AnswerOf } from '../../../engine/implement.ts';
import { kind, type Row } from '../../../engine/kind.ts';
import { days, iso } from '../../../engine/platform-time.ts';
import type { World } from '../../../engine/world.ts';
import type { TrackingProject } from '../brand/kinds.ts';

type OutreachStatus = NonNullable<AnswerOf<'cited_sources.update'>['outreach_status']>;

export interface CitedSource {
  url: string;
  domain: string;
  platforms: string[];
  citations: number;
  reach: number;
  value_score: number;
  citation_possibility_score: number;
  /** What the score is without the portfolio's floor. */
  measured_possibility: number;
  in_portfolio: boolean;
  content_type: string | null;
  /** Why a fetched source has no content type; sources that were not fetched get theirs at read time. */
  reason: 'fetch_failed' | 'pending' | 'unclassified' | null;
  outreach_status: OutreachStatus;
  notes: string | null;
  /** ISO 8601. */
  first_seen: string;
  last_seen: string;
  /** The last time that an answer will cite it. Absent: each run cites it. */
  cited_until?: string | undefined;
}

/** Sources of a tracking project's answers; the parent is the project. */
export const citedSources = kind<CitedSource>('cited_source');

/**
 * What a portfolio domain's possibility does not fall below: the floor is stored with the score (document 2, "Cited source
 * row"), so that both fields say the same. The contract names no figure.
 */
const portfolioFloor = 60;

/** A row as it reads now: own domains and the portfolio's floor follow the project's settings (document 2, "Cited source row"). */
export function showSource({ id, body }: Row<CitedSource>, project: TrackingProject) {
  const { reason, measured_possibility: _, cited_until: _until, ...source } = body;
  const is_own_domain = source.domain === project.domain || project.own_domains.includes(source.domain);
  return {
    id,
    ...source,
    content_type: is_own_domain ? null : source.content_type,
    content_type_reason: is_own_domain
      ? ('own_domain' as const)
      : source.content_type === null
        ? (reason ?? 'pending')
        : null,
    effective_possibility: source.citation_possibility_score,
    is_own_domain,
  };
}

export type ShownSource = ReturnType<typeof showSource>;

/** The sources that answers have cited so far: a later one is on record, but not yet to be seen. */
export const sourcesSoFar = ({ store, now }: Pick<World, 'store' | 'now'>, project: number): Row<CitedSource>[] =>
  store.all(citedSources, { parent: project }).filter(({ body }) => Date.parse(body.first_seen) <= now());

/** Sources that a run finds cited: new ones at first, later known ones again. */
export function citeSources(
  { store, add, invent, now }: World,
  { id: parent, team, body: project }: Row<TrackingProject>,
  platforms: readonly string[],
): void {
  const existing = store.all(citedSources, { parent });
  for (const row of existing) {
    if (row.body.first_seen > iso(now()) || (row.body.cited_until ?? '9') < iso(now())) continue;
    row.body.citations += 1;
    row.body.last_seen = iso(now());
  }
  if (existing.length) return;
  const own = project.domain === null ? [] : [project.domain];
  for (const [index, domain] of [...hosts, ...project.competitor_domains, ...own].entries()) {
    const url = `https://${domain}/${domain === project.domain ? '' : `article-${index + 1}`}`;
    const random = invent('source', parent, url);
    const seen = now() - random.whole(1, 20) * days;
    const [citations, reach, value_score] = [random.whole(1, 30), random.whole(5, 900) * 100, random.whole(10, 95)];
    // A competitor's site does not cite the brand.
    const possibility = project.competitor_domains.includes(domain) ? random.whole(1, 15) : random.whole(20, 95);
    add(
      citedSources,
      {
        url,
        domain,
        platforms: platforms.filter((_, n) => n === 0 || (n + index) % 2 === 0),
        citations,
        reach,
        value_score,
        citation_possibility_score: possibility,
        measured_possibility: possibility,
        in_portfolio: false,
        content_type: index % 3 === 0 ? random.pick(['listicle', 'review', 'guide']) : null,
        reason: index % 3 === 0 ? null : 'pending',
        outreach_status: 'neu',
        notes: null,
        first_seen: iso(seen),
        last_seen: iso(Math.min(now(), seen + random.whole(0, 5) * days)),
      },
      { team, parent },
    );
  }
}

const hosts = [
  'kistenrat.example',
  'draussenblatt.example',
  'packliste.example',
  'kistenrat.example',
  'forum-feuerstelle.example',
  'testlabor.example',
];

/** Asks the outreach portfolio which domains it has. How many sources that concerns. */
export function syncPortfolio({ store, invent }: World, project: Row<TrackingProject>): number {
  const rows = store.all(citedSources, { parent: project.id });
  for (const row of rows) {
    const { measured_possibility } = row.body;
    row.body.in_portfolio = invent('portfolio', row.body.domain).chance(0.4);
    row.body.citation_possibility_score = Math.max(measured_possibility, row.body.in_portfolio ? portfolioFloor : 0);
  }
  return rows.length;
}
