import type { Row } from '../../../engine/documents.ts';
import { days, iso } from '../../../engine/platform-time.ts';
import { relatedTerms } from '../../../invention/terms.ts';
import { answersOf, type Answer } from '../answers/answer.ts';
import { levelAt, sceneOf } from '../answers/scene.ts';
import { periodOf } from '../brand/period.ts';
import { sourcesOf } from '../cited-sources/cited-source.ts';
import { factErrors, isArmed } from '../accuracy/claim.ts';
import type { TrackingProject } from '../brand/kinds.ts';
import type { World } from '../../../engine/world.ts';

export type Section = Readonly<Record<string, unknown>>;

/**
 * All sections of the insights into a project (docs/platform/insights.md#deep-insights), invented, the same within a
 * day.
 */
export function sectionsOf(world: World, project: Row<TrackingProject>): Readonly<Record<string, Section>> {
  const { invent, now } = world;
  const { id, body } = project;
  const day = iso(now()).slice(0, 10);
  const brand = body.brand_name;
  const random = (of: string) => invent('insights', id, day, of);
  const period = periodOf({}, now());
  const answers = answersOf(world, project, period);
  const foreign = sourcesOf(world, project, { period })
    .filter(({ is_own_domain }) => !is_own_domain)
    .toSorted((a, b) => b.citations - a.citations);
  const scene = sceneOf(world, project);
  const rows = <T>(of: string, maxRows: number, row: (n: number) => T): T[] =>
    Array.from({ length: random(of).whole(maxRows - 1, maxRows) }, (_, n) => row(n + 1));
  return {
    executive_summary: {
      text: `In the last 30 days, assistants named ${brand} in ${named(answers)} of ${answers.length} answers.`,
    },
    // docs/platform/insights.md#deep-insights: facts are checked only against a truth source that somebody has
    // reviewed.
    fact_errors: isArmed(world, project)
      ? { available: true, rows: factErrors(world, project) }
      : { available: false, reason: 'truth_source_not_reviewed', rows: [] },
    consensus_narratives: {
      rows: rows('narratives', 3, (n) => ({
        narrative: `${brand} is said to last ${n + 1} seasons`,
        share: random(`narrative ${n}`).whole(10, 60),
      })),
    },
    consensus_clusters: {
      rows: rows('clusters', 3, (n) => ({
        cluster: relatedTerms(random(`cluster ${n}`), brand.toLowerCase(), 1)[0],
        answers: random(`answers ${n}`).whole(2, 30),
      })),
    },
    persona_gaps: { rows: [{ persona: 'Weekend planner', missing: 'prices for small orders' }] },
    battle_cards: {
      rows: body.competitor_domains.map((competitor) => ({
        competitor,
        wins: 'delivery time',
        loses: 'choice of sizes',
      })),
    },
    outreach_top50: {
      rows: foreign.slice(0, 50).map(({ domain, citations }, n) => ({ rank: n + 1, domain, citations })),
    },
    competitor_cooccurrence: {
      rows: body.competitor_domains.map((competitor) => ({
        competitor,
        together: named(answers.filter(({ rivals }) => rivals.includes(competitor))),
      })),
    },
    early_warnings: {
      rows: [
        {
          signal: 'mentions fall on one platform',
          platform: random('warning').pick(['chatgpt', 'gemini']),
          since: day,
        },
      ],
    },
    source_whitelist: {
      rows: foreign.slice(0, 5).map(({ domain, value_score }) => ({ domain, trust: value_score })),
    },
    forecast_6w: {
      rows: Array.from({ length: 6 }, (_, n) => ({
        week: iso(now() + (n + 1) * 7 * days).slice(0, 10),
        visibility: Math.round(levelAt(scene, now() + (n + 1) * 7 * days)),
      })),
    },
    recommended_actions: {
      rows: [
        { priority: 1, action: 'State prices in a table' },
        { priority: 2, action: 'Name an author' },
      ],
    },
  };
}

const named = (answers: readonly Answer[]): number => answers.filter(({ name }) => name !== null).length;
