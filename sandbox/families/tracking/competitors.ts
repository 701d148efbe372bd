import { domainIn } from '../shared/bare-domain.ts';
import { implement } from '../../engine/implement.ts';
import { after, plan, shouldFail, type Running } from '../../engine/plan.ts';
import { coded, refuse } from '../../engine/http/refusal.ts';
import type { Row } from '../../engine/documents.ts';
import { rememberCompetitors, trackingCompetitors } from './brand/competitor.ts';
import { trackingProjects, type TrackingProject } from './brand/kinds.ts';
import { trackingProjectOf } from './brand/project-of.ts';

const discoveryPlan = plan<TrackingProject, number, { readonly limit: number }>(
  'competitors.discover',
  trackingProjects,
  after(5, ({ body }) => void Object.assign(body.analysis, { competitor_rediscovery_status: 'running' })),
  after(30, discover),
);

/** Rules: docs/platform/insights.md#competitors. */
export const competitorFamily = implement('competitors', {
  operations: {
    list: (call) => {
      const project = trackingProjectOf(call);
      rememberCompetitors(call, project, 'wizard');
      const active = new Set(project.body.competitor_domains);
      const rows = call.store
        .all(trackingCompetitors, { parent: project.id })
        .map(({ body }) => ({ ...body, is_manual: body.source === null, is_active: active.has(body.domain) }));
      return { competitors: rows.toSorted((a, b) => a.domain.localeCompare(b.domain)) };
    },
    replace: (call) => {
      const project = trackingProjectOf(call);
      rememberCompetitors(call, project, 'wizard');
      const own = new Set([project.body.domain, ...project.body.own_domains]);
      const domains = call.input.domains.map((one) => domainIn(one, 'domains'));
      project.body.competitor_domains = [...new Set(domains)].filter((domain) => !own.has(domain));
      rememberCompetitors(call, project, 'api');
      return { competitor_domains: project.body.competitor_domains };
    },
    discover: (call) => {
      const project = trackingProjectOf(call);
      // There is no setting for search access in the sandbox: a `.invalid` domain stands for its lack.
      const unavailable = project.body.domain?.endsWith('.invalid') ?? false;
      if (unavailable)
        throw coded(503, 'discovery_unavailable', 'The platform cannot search the web for this project.');
      if (call.jobs.running(discoveryPlan, project.id)) throw refuse(409, 'Competitors are being searched already.');
      Object.assign(project.body.analysis, {
        competitor_rediscovery_status: 'queued',
        competitor_rediscovery_error: null,
      });
      call.start(discoveryPlan, project.id, { limit: call.input.limit });
      return { status: 'queued', tracking_project_id: project.id, credits_required: 5 };
    },
  },
});

/** Suggests only: the confirmed list stays as it is. */
function discover({ body }: Row<TrackingProject>, job: Running<{ readonly limit: number }>): 'failed' | void {
  const { world, input } = job;
  if (shouldFail(body.name, body.domain)) {
    Object.assign(body.analysis, {
      competitor_rediscovery_status: 'failed',
      competitor_rediscovery_error: 'The name asked for a failure.',
      competitor_discovery: 'failed',
    });
    return 'failed';
  }
  const random = world.invent('rediscovery', body.brand_name);
  Object.assign(body.analysis, {
    competitor_rediscovery_status: 'completed',
    competitor_discovery: 'ok',
    suggested_competitors: Array.from({ length: input.limit }, (_, n) => ({
      domain: `contender-${n + 1}-${random.token(4)}.example`,
      source: 'analysis',
    })),
  });
}
