import type { AnswerOf } from '../../../engine/implement.ts';
import { kind, type Row } from '../../../engine/documents.ts';
import type { World } from '../../../engine/world.ts';
import { answersOf, type Answer } from '../answers/answer.ts';
import { domainOf } from '../answers/scene.ts';
import type { TrackingProject } from '../brand/kinds.ts';
import { isOwnDomain } from '../brand/measurements.ts';
import { isWithinPeriod, type Period } from '../brand/period.ts';

type OutreachStatus = NonNullable<AnswerOf<'cited_sources.update'>['outreach_status']>;

/** A page that answers cite. How often and since when follows from the answers. */
export interface CitedSource {
  url: string;
  domain: string;
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
}

/** Sources of a tracking project's answers; the parent is the project. */
export const citedSources = kind<CitedSource>('cited_source');

/**
 * What a portfolio domain's possibility does not fall below: the floor is stored with the score
 * (docs/platform/insights.md#cited-sources), so that both fields say the same. The contract names no figure.
 */
const portfolioFloor = 60;

/** Which citations are counted: those of a period, of a platform. */
interface Window {
  readonly period?: Period | undefined;
  readonly platform?: string | undefined;
}

/** The sources that the answers of the window cite, newest first. The first and the last time are those of all answers. */
export function sourcesOf(world: World, project: Row<TrackingProject>, { period, platform }: Window = {}) {
  const tallies = new Map<string, Tally>();
  for (const answer of answersOf(world, project))
    for (const url of answer.cites) {
      const tally = tallies.get(url) ?? { citations: 0, platforms: new Set(), first: answer.at, last: answer.at };
      tallies.set(url, tally);
      if (answer.at < tally.first) tally.first = answer.at;
      if (answer.at > tally.last) tally.last = answer.at;
      if ((period && !isWithinPeriod(period, answer.at)) || (platform !== undefined && platform !== answer.platform))
        continue;
      tally.citations += 1;
      tally.platforms.add(answer.platform);
    }
  return world.store.all(citedSources, { parent: project.id }).flatMap((row) => {
    const tally = tallies.get(row.body.url);
    return tally && tally.citations > 0 ? [showSource(row, project.body, tally)] : [];
  });
}

interface Tally {
  citations: number;
  readonly platforms: Set<string>;
  first: string;
  last: string;
}

/**
 * A row as it reads now: own domains and the portfolio's floor follow the project's settings
 * (docs/platform/insights.md#cited-sources).
 */
function showSource({ id, body }: Row<CitedSource>, project: TrackingProject, tally: Tally) {
  const { reason, measured_possibility: _, ...source } = body;
  const is_own_domain = isOwnDomain(project, source.domain);
  return {
    id,
    ...source,
    platforms: [...tally.platforms],
    citations: tally.citations,
    content_type: is_own_domain ? null : source.content_type,
    content_type_reason: is_own_domain
      ? ('own_domain' as const)
      : source.content_type === null
        ? (reason ?? 'pending')
        : null,
    effective_possibility: source.citation_possibility_score,
    is_own_domain,
    first_seen: tally.first,
    last_seen: tally.last,
  };
}

export type ShownSource = ReturnType<typeof sourcesOf>[number];

/** Puts the pages that these answers cite on record, those that are new. */
export function recordSources(world: World, project: Row<TrackingProject>, answers: readonly Answer[]): void {
  const { store, add, invent } = world;
  const { id: parent, team, body } = project;
  const existing = new Set(store.all(citedSources, { parent }).map((row) => row.body.url));
  const cited = new Set(answers.flatMap(({ cites }) => cites));
  for (const url of [...cited].filter((one) => !existing.has(one))) {
    const domain = domainOf(url);
    const random = invent('source', parent, url);
    const [reach, value_score] = [random.whole(5, 900) * 100, random.whole(10, 95)];
    // A competitor's site does not cite the brand.
    const possibility = body.competitor_domains.includes(domain) ? random.whole(1, 15) : random.whole(20, 95);
    const isAnalyzed = random.chance(0.4);
    const source: CitedSource = {
      url,
      domain,
      reach,
      value_score,
      citation_possibility_score: possibility,
      measured_possibility: possibility,
      in_portfolio: false,
      content_type: isAnalyzed ? random.pick(['listicle', 'review', 'guide']) : null,
      reason: isAnalyzed ? null : 'pending',
      outreach_status: 'neu',
      notes: null,
    };
    add(citedSources, source, { team, parent });
  }
}

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
