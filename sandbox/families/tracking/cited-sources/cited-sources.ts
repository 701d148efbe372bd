import { matches } from '../../shared/matches.ts';
import { implement, type CallOf } from '../../../engine/implement.ts';
import { after, plan, planFor } from '../../../engine/plan.ts';
import { days, seconds } from '../../../engine/platform-time.ts';
import { notFound, refuse } from '../../../engine/http/refusal.ts';
import { slices } from '../../../engine/http/reply.ts';
import { citedSources, sourcesOf, type CitedSource, type ShownSource } from './cited-source.ts';
import { trackingProjects } from '../brand/kinds.ts';
import { periodOf } from '../brand/period.ts';
import { partOf, trackingProjectOf } from '../brand/project-of.ts';
import { sortSources, type Ranked } from './source-sorts.ts';

/** Seconds of the analysis of one source. */
const secondsEach = 3;

const analysisPlan = planFor('cited_sources.analyze', trackingProjects, (_, { ids }: { readonly ids: number[] }) => [
  after(ids.length * secondsEach, ({ id }, { world, at }) => {
    for (const row of world.store.all(citedSources, { parent: id })) {
      if (!ids.includes(row.id)) continue;
      const random = world.invent('content type', row.body.url);
      row.body.content_type = random.chance(0.8) ? random.pick(contentTypes) : null;
      row.body.reason = row.body.content_type === null ? random.pick(['fetch_failed', 'unclassified']) : null;
      const retries = row.body.reason === 'fetch_failed' && !world.jobs.running(retryPlan, row.id);
      if (retries) world.jobs.start({ plan: retryPlan, team: row.team, subject: row.id, at });
    }
  }),
]);

const contentTypes = ['listicle', 'review', 'guide', 'forum', 'news'] as const;

/** docs/platform/insights.md#cited-sources: what could not be fetched is tried up to 3 times more, 24 hours apart. */
const retry = (attempt: number) =>
  after<CitedSource>(days / seconds, ({ body }, { world }) => {
    const random = world.invent('retry', body.url, attempt);
    if (body.reason !== 'fetch_failed' || !random.chance(0.5)) return;
    body.content_type = random.pick(contentTypes);
    body.reason = null;
  });

const retryPlan = plan('cited_sources.retry', citedSources, ...[1, 2, 3].map(retry));

/** Rules: docs/platform/insights.md#cited-sources. */
export const citedSourceFamily = implement('cited_sources', {
  operations: {
    list: (call) => {
      const { input } = call;
      const domain = input.domain?.toLowerCase() ?? '';
      const isGrouped = input.group_by !== undefined;
      const matching = sourcesOf(call, trackingProjectOf(call), isGrouped ? windowOf(call) : {}).filter(
        (source) => source.domain.includes(domain) && matches(input, source, 'outreach_status', 'is_own_domain'),
      );
      if (isGrouped) return slices(sortSources(grouped(matching), input.sort, rankOfDomain));
      return slices(sortSources(matching, input.sort, rankAmong(matching)));
    },
    export: (call) => {
      const { input } = call;
      // docs/platform/tracking.md#tracking-projects: a paused project has no export.
      const project = trackingProjectOf(call);
      if (project.body.status === 'paused') throw refuse(409, 'A paused project has no export; resume it first.');
      const [status, search] = [input.status, input.search?.toLowerCase() ?? ''];
      // The export names no default window: without one, it is everything.
      const hasWindow = [input.from, input.to, input.platform].some((one) => one !== undefined);
      const source = sourcesOf(call, project, hasWindow ? windowOf(call) : {}).filter(
        ({ outreach_status, url }) =>
          (status === undefined || outreach_status === status) && url.toLowerCase().includes(search),
      );
      return sortSources(source, input.sort, rankAmong(source));
    },
    analyze: (call) => {
      const project = trackingProjectOf(call);
      const requestedIds = call.input.source_ids;
      const rows = sourcesOf(call, project).filter((source) =>
        requestedIds ? requestedIds.includes(source.id) : isUnanalyzed(source),
      );
      if (rows.length) call.start(analysisPlan, project.id, { ids: rows.map(({ id }) => id) });
      return { queued: rows.length, estimated_seconds: rows.length * secondsEach };
    },
    update: (call) => {
      const row = partOf(call, citedSources, call.input.source_id);
      const { id: _project, source_id: _source, ...changes } = call.input;
      Object.assign(row.body, changes);
      const shown = sourcesOf(call, trackingProjectOf(call)).find(({ id }) => id === row.id);
      if (!shown) throw notFound('cited source');
      return shown;
    },
  },
});

/** Own domains are not fetched (docs/platform/insights.md#cited-sources). */
const isUnanalyzed = ({ content_type, is_own_domain }: ShownSource) => content_type === null && !is_own_domain;

/** The window asked for: 30 days by default, on the platform asked for. */
const windowOf = ({ input, now }: CallOf<'cited_sources.list' | 'cited_sources.export'>) => ({
  period: periodOf(input, now()),
  platform: input.platform,
});

function grouped(sources: readonly ShownSource[]) {
  return [...Map.groupBy(sources, ({ domain }) => domain)].map(([domain, group]) => ({
    domain,
    url_count: group.length,
    citations: group.reduce((sum, { citations }) => sum + citations, 0),
    platforms: [...new Set(group.flatMap(({ platforms }) => platforms))],
    avg_value_score: mean(group.map(({ value_score }) => value_score)),
    avg_possibility_score: mean(group.map(({ effective_possibility }) => effective_possibility)),
    avg_reach: mean(group.map(({ reach }) => reach)),
    first_seen: group.map(({ first_seen }) => first_seen).toSorted()[0] ?? '',
    last_seen:
      group
        .map(({ last_seen }) => last_seen)
        .toSorted()
        .at(-1) ?? '',
    is_own_domain: group.some(({ is_own_domain }) => is_own_domain),
    in_portfolio: group.some(({ in_portfolio }) => in_portfolio),
  }));
}

const mean = (figures: readonly number[]): number =>
  Math.round((figures.reduce((sum, one) => sum + one, 0) / figures.length) * 10) / 10;

const rankOfDomain = (row: ReturnType<typeof grouped>[number]): Ranked => ({
  domain: row.domain,
  reach: row.avg_reach,
  citations: row.citations,
  urls: row.url_count,
  value: row.avg_value_score,
  possibility: row.avg_possibility_score,
  first: row.first_seen,
  last: row.last_seen,
  portfolio: row.in_portfolio,
  own: row.is_own_domain,
});

const rankAmong =
  (all: readonly ShownSource[]) =>
  (row: ShownSource): Ranked => ({
    domain: row.domain,
    reach: row.reach,
    citations: row.citations,
    urls: all.filter(({ domain }) => domain === row.domain).length,
    value: row.value_score,
    possibility: row.effective_possibility,
    first: row.first_seen,
    last: row.last_seen,
    portfolio: row.in_portfolio,
    own: row.is_own_domain,
  });
