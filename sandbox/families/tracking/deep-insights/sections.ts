import type { Row } from '../../../engine/kind.ts';
import { days, iso } from '../../../engine/platform-time.ts';
import { relatedTerms } from '../../../invention/terms.ts';
import { factErrors, isArmed } from '../accuracy/claim.ts';
import type { TrackingProject } from '../brand/kinds.ts';
import type { World } from '../../../engine/world.ts';

export type Section = Readonly<Record<string, unknown>>;

/** All sections of the insights into a project (document 3, "Deep insights"), invented, the same within a day. */
export function sectionsOf(world: World, project: Row<TrackingProject>): Readonly<Record<string, Section>> {
  const { invent, now } = world;
  const { id, body } = project;
  const day = iso(now()).slice(0, 10);
  const brand = body.brand_name;
  const random = (of: string) => invent('insights', id, day, of);
  const rivals = body.competitor_domains.length ? body.competitor_domains : ['kistenwerk.example'];
  const rows = <T>(of: string, maxRows: number, row: (n: number) => T): T[] =>
    Array.from({ length: random(of).whole(maxRows - 1, maxRows) }, (_, n) => row(n + 1));
  return {
    executive_summary: {
      text: `In this invented week, assistants named ${brand} in ${random('summary').whole(20, 70)} of 100 answers.`,
    },
    // Document 3: facts are checked only against a truth source that somebody has reviewed.
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
      rows: rivals.map((competitor) => ({ competitor, wins: 'delivery time', loses: 'choice of sizes' })),
    },
    outreach_top50: {
      rows: rows('outreach', 50, (n) => ({ rank: n, domain: `magazine-${n}.example`, citations: 60 - n })),
    },
    competitor_cooccurrence: {
      rows: rivals.map((competitor) => ({ competitor, together: random(competitor).whole(1, 40) })),
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
      rows: rows('sources', 5, (n) => ({ domain: `source-${n}.example`, trust: random(`source ${n}`).whole(50, 99) })),
    },
    forecast_6w: {
      rows: Array.from({ length: 6 }, (_, n) => ({
        week: iso(now() + (n + 1) * 7 * days).slice(0, 10),
        visibility: random(`week ${n}`).whole(25, 65),
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
