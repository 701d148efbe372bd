import type { Row } from '../../../engine/documents.ts';
import type { World } from '../../../engine/world.ts';
import { answersOf, type Answer } from '../answers/answer.ts';
import { isSilentOnSources } from '../answers/ask.ts';
import { domainOf } from '../answers/scene.ts';
import { runs, type Run, type TrackingProject } from './kinds.ts';
import { isWithinPeriod, type Period } from './period.ts';

/** Completed runs of a project, newest first; those of a period where one is given. */
export const finishedRuns = ({ store }: World, project: Row<TrackingProject>, period?: Period): Row<Run>[] =>
  store
    .all(runs, { parent: project.id })
    .filter(
      ({ body }) =>
        body.status === 'completed' && (!period || isWithinPeriod(period, body.completed_at ?? body.started_at)),
    );

export const isOwnDomain = ({ domain, own_domains }: TrackingProject, cited: string): boolean =>
  cited === domain || own_domains.includes(cited);

const ownCitations = ({ cites }: Answer, project: TrackingProject): number =>
  cites.filter((url) => isOwnDomain(project, domainOf(url))).length;

const mean = (figures: readonly number[]): number =>
  figures.length === 0 ? 0 : figures.reduce((sum, one) => sum + one, 0) / figures.length;

const tenths = (figure: number): number => Math.round(figure * 10) / 10;

/** The percentage of the answers for which that holds; null without answers. */
const percent = <T>(all: readonly T[], isSo: (one: T) => boolean): number | null =>
  all.length === 0 ? null : tenths((100 * all.filter(isSo).length) / all.length);

const isMention = ({ name }: Answer): boolean => name !== null;

/** docs/platform/insights.md#platform-breakdown: one a platform, whatever was asked of it. */
export function breakdown(world: World, project: Row<TrackingProject>, period: Period) {
  const byPlatform = Map.groupBy(answersOf(world, project, period), ({ platform }) => platform);
  return project.body.llm_platforms.map((platform) => {
    const answers = byPlatform.get(platform) ?? [];
    // Without search an assistant names no sources.
    const citations_measurable = project.body.llm_with_search && !isSilentOnSources(platform);
    return {
      platform,
      total: answers.length,
      ...standing(answers, project.body),
      citations_measurable,
      citations_messbar_seit: platform === 'google_ai_mode' ? '2026-03-01' : null,
      measurement_note: citations_measurable ? null : 'Asked without search: this platform names no sources.',
    };
  });
}

/** How a brand stands in these answers. Position and sentiment are those of the answers that mention it. */
export function standing(answers: readonly Answer[], project: TrackingProject) {
  const mentions = answers.filter(isMention);
  const bySentiment = [...Map.groupBy(mentions, ({ sentiment }) => sentiment)];
  const [usual] = bySentiment.toSorted(([, a], [, b]) => b.length - a.length);
  return {
    visibility: percent(answers, isMention),
    avg_position: mentions.length === 0 ? null : tenths(mean(mentions.map(({ position }) => position ?? 0))),
    sentiment: usual?.[0] ?? null,
    recommendation_rate: percent(answers, ({ recommended }) => recommended),
    citation_rate: percent(answers, (answer) => ownCitations(answer, project) > 0),
  };
}

/** The contract says there are six, and does not name them. */
export const dimensions = ['presence', 'prominence', 'accuracy', 'sentiment', 'recommendation', 'citation'] as const;

/** The dimensions that answers score in, each from 0 to 100. */
export function scoresOf(
  answers: readonly Answer[],
  project: TrackingProject,
): Record<(typeof dimensions)[number], number> {
  const mentions = answers.filter(isMention);
  const { visibility, recommendation_rate, citation_rate } = standing(answers, project);
  return {
    presence: Math.round(visibility ?? 0),
    prominence: Math.round(mean(mentions.map(({ position }) => 100 / (position ?? 1)))),
    accuracy: Math.round(percent(mentions, ({ says }) => !says.some(({ isWrong }) => isWrong)) ?? 0),
    sentiment: Math.round(mean(mentions.map(({ sentiment }) => sentimentScores[sentiment ?? 'neutral']))),
    recommendation: Math.round(recommendation_rate ?? 0),
    citation: Math.round(citation_rate ?? 0),
  };
}

const sentimentScores = { positive: 100, neutral: 60, negative: 10 };

/** The figures of one run: the index is the mean of the dimensions. */
export const kpisOf = (answers: readonly Answer[], project: TrackingProject): Record<string, number> => ({
  avi_score: Math.round(mean(Object.values(scoresOf(answers, project)))),
  visibility: standing(answers, project).visibility ?? 0,
  mentions: answers.filter(isMention).length,
  citations: answers.reduce((sum, answer) => sum + ownCitations(answer, project), 0),
});

/** The competitor that most of the answers mention. */
export function topRival(answers: readonly Answer[], rivals: readonly string[]) {
  const rows = rivals.map((brand) => ({
    brand,
    visibility: percent(answers, (answer) => answer.rivals.includes(brand)) ?? 0,
  }));
  return rows.toSorted((a, b) => b.visibility - a.visibility)[0] ?? null;
}
