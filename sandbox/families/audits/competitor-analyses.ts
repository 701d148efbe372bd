import { matches } from '../shared/matches.ts';
import { operation } from '../../../src/catalog/index.ts';
import { domainIn } from '../shared/bare-domain.ts';
import { implement, type Stored } from '../../engine/implement.ts';
import type { Invent } from '../../invention/invention.ts';
import { change, kind, type Row } from '../../engine/documents.ts';
import { after, failed, plan, shouldFail, type Running } from '../../engine/plan.ts';
import { iso } from '../../engine/platform-time.ts';
import { refuse } from '../../engine/http/refusal.ts';
import { slices } from '../../engine/http/reply.ts';
import { measureTerm, relatedTerms, type Term } from '../../invention/terms.ts';
import type { World } from '../../engine/world.ts';
import { projects } from '../content/projects.ts';

type Competitor = Stored<'competitor_analyses.get'>['competitors'][number];

interface Analysis {
  project_id: number;
  name: string;
  domain: string;
  language: string | null;
  country: string | null;
  competitor_limit: number;
  keyword_limit: number;
  manual: string[];
  status: 'pending' | 'running' | 'completed' | 'failed';
  reranked: number;
  competitors: Competitor[];
}

const analyses = kind<Analysis>('competitor_analysis');
const gaps = kind<Term & { competitor: string; is_favorite: boolean; is_dismissed: boolean }>('competitor_gap');

const show = ({ id, createdAt, body: { manual: _, reranked: __, ...body } }: Row<Analysis>) => ({
  id,
  ...body,
  created_at: iso(createdAt),
});
const showGap = ({ id, parent, body }: Row<{ is_favorite: boolean; is_dismissed: boolean }>) => ({
  id,
  analysis_id: parent,
  ...body,
});

const runPlan = plan('competitor_analyses.run', analyses, after(10, 'running'), after(80, complete));

/** Rules: docs/platform/audits.md#competitor-analyses. */
export const competitorAnalysisFamily = implement('competitor_analyses', {
  operations: {
    list: ({ store, caller }) =>
      slices(store.all(analyses, { team: caller.team }), (row) => {
        const { competitors, ...listed } = show(row);
        return { ...listed, competitors_count: competitors.length };
      }),
    create: (call) => {
      const { input } = call;
      const project = call.own(projects, input.project_id);
      const domain = domainIn(input.domain, 'domain');
      const row = call.add(analyses, {
        project_id: project.id,
        name: domain,
        domain,
        language: input.language ?? project.body.language ?? null,
        country: input.country?.toUpperCase() ?? null,
        competitor_limit: input.competitor_limit,
        keyword_limit: input.keyword_limit ?? usualKeywords,
        manual: [...new Set((input.manual_competitors ?? []).map((one) => domainIn(one, 'manual_competitors')))],
        status: 'pending',
        reranked: 0,
        competitors: [],
      });
      call.start(runPlan, row.id);
      // Only the required balance is checked now; the cost is drawn after the run.
      call.costs(0);
      return show(row);
    },
    get: (call) => show(call.own(analyses, call.input.id)),
    gaps: (call) => {
      const { id } = call.own(analyses, call.input.id);
      const all = call.store.all(gaps, { parent: id });
      const matching = all.filter(({ body }) => matches(call.input, body, 'is_favorite', 'is_dismissed'));
      return slices(matching.toReversed(), showGap);
    },
    rename: (call) => show(change(call.own(analyses, call.input.id), { name: call.input.name })),
    delete: (call) => {
      call.delete(call.own(analyses, call.input.id), gaps);
    },
    mark_gap: (call) => {
      const { id, ...changes } = call.input;
      return showGap(change(call.own(gaps, id), changes));
    },
    rerank: (call) => {
      const row = call.own(analyses, call.input.id);
      if (row.body.status !== 'completed') throw refuse(409, 'The analysis is not completed.');
      row.body.reranked += 1;
      const weight = ({ domain }: Competitor) => call.invent('rank', row.body.reranked, domain).whole(0, 1000);
      row.body.competitors = row.body.competitors.toSorted((a, b) => weight(b) - weight(a));
      return show(row);
    },
  },

  seed: (world) => {
    const body: Analysis = {
      project_id: 1,
      name: 'Boxes',
      domain: 'fjordkiste.example',
      language: 'de',
      country: 'DE',
      competitor_limit: 3,
      keyword_limit: usualKeywords,
      manual: ['kistenwerk.example'],
      status: 'pending',
      reranked: 0,
      competitors: [],
    };
    const row = world.add(analyses, body, { team: 1 });
    finish(world, row, world.now());
  },
});

/** As in the row's own example; no default is stated. */
const usualKeywords = 100;

function finish(world: World, { id, team, body }: Row<Analysis>, at: number): void {
  const competitors = Array.from({ length: body.competitor_limit }, (_, n) =>
    inventDomain(world.invent, body.domain, n),
  );
  const domains = [...new Set([...body.manual, ...competitors])].slice(0, body.competitor_limit);
  body.competitors = domains.map((domain, n) => authorityOf(world.invent, domain, n, at));
  body.status = 'completed';
  const terms = relatedTerms(
    world.invent('gaps', body.domain),
    body.domain.split('.')[0] ?? 'term',
    Math.min(12, body.keyword_limit),
  );
  for (const [n, term] of terms.entries()) {
    const competitor = domains[n % domains.length] ?? body.domain;
    world.add(
      gaps,
      { ...measureTerm(world.invent, term), competitor, is_favorite: false, is_dismissed: false },
      { team, parent: id, at },
    );
  }
}

const inventDomain = (invent: Invent, domain: string, n: number): string =>
  `${invent('rival', domain, n).token(7)}${n}.example`;

/** The fifth competitor, and each fourth after it, is not enriched yet: its authority is null until it is. */
function authorityOf(invent: Invent, domain: string, n: number, at: number): Competitor {
  const random = invent('authority', domain);
  if (n > 0 && n % 4 === 0)
    return { domain, trust_flow: null, citation_flow: null, ref_domains: null, authority_checked_at: null };
  return {
    domain,
    trust_flow: random.whole(3, 60),
    citation_flow: random.whole(5, 70),
    ref_domains: random.whole(4, 900),
    authority_checked_at: iso(at),
  };
}

function complete(row: Row<Analysis>, { world, costs }: Running): 'failed' | void {
  if (shouldFail(row.body.domain)) return failed(row, { status: 'failed' });
  finish(world, row, world.now());
  // The authority of the competitors is pulled with the analysis.
  world.announce({
    type: 'backlinks.refreshed',
    team: row.team,
    at: world.now(),
    data: { id: row.id, status: 'completed' },
    resource: ['competitor_analyses.get', row.id],
  });
  costs(priceOf(row.body));
}

/** The catalog's formula, with what the run really found. */
function priceOf({ competitors, keyword_limit }: Analysis): number {
  const { price } = operation('competitor_analyses.create');
  return price.kind === 'formula' && price.fact === undefined
    ? (price.credits({ competitor_limit: competitors.length, keyword_limit }) ?? 0)
    : 0;
}
