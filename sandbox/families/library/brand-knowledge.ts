import { numbered } from '../../engine/documents.ts';
import { implement } from '../../engine/implement.ts';
import { iso } from '../../engine/platform-time.ts';
import { notFound } from '../../engine/http/refusal.ts';
import { beginIndexing, brandIndexOf, isIndexing } from '../tracking/brand/brand-index.ts';
import { truthSources, verifiablePercent } from '../tracking/accuracy/claim.ts';
import {
  fillIndex,
  rebuildLasts,
  rebuildPlan,
  refreshDefaults,
  refreshOf,
  usualFrequency,
} from '../tracking/brand/index-rebuild.ts';
import { trackingProjects, type TrackingProject } from '../tracking/brand/kinds.ts';
import { trackingProjectOf } from '../tracking/brand/project-of.ts';
import { readBrand } from '../tracking/brand/read-brand.ts';
import { brandFacts } from '../tracking/accuracy/statement.ts';

/** Rules: docs/platform/accuracy.md#knowledge-base. */
export const brandKnowledgeFamily = implement('brand_knowledge', {
  operations: {
    read: readBrand,
    seed_truth_source: (call) => {
      const project = trackingProjectOf(call);
      const existing = call.store.all(truthSources, { parent: project.id }).find(({ body }) => !body.human_reviewed);
      const facts = factsOf(project.body);
      const row =
        existing ??
        call.add(
          truthSources,
          { status: 'unreviewed', facts, human_reviewed: false, refreshed_at: null },
          { parent: project.id },
        );
      row.body.facts = facts;
      const message = `${facts.length} facts from the brand profile wait for a person to confirm them.`;
      return {
        status: 'queued',
        truth_source_id: row.id,
        facts_count: facts.length,
        human_reviewed: row.body.human_reviewed,
        message,
      };
    },
    refresh_truth_source: (call) => {
      const [row] = call.store.all(truthSources, { parent: trackingProjectOf(call).id });
      if (!row) throw notFound('truth source');
      row.body.refreshed_at = iso(call.now());
      return { status: 'queued', truth_source_id: row.id, message: 'The own pages are being read again.' };
    },
    index_status: (call) => {
      const project = trackingProjectOf(call);
      const { pages, passages, last_crawled_at } = brandIndexOf(call, project).body;
      return {
        pages,
        passages,
        last_crawled_at,
        verifiable_pct: verifiablePercent(call, project),
        indexing: isIndexing(call, project),
      };
    },
    rebuild_index: (call) => {
      const project = trackingProjectOf(call);
      // Reading is free; the job states the credits for the checks after it.
      call.costs(0);
      if (call.jobs.running(rebuildPlan, project.id)) {
        return {
          status: 'already_running',
          tracking_project_id: project.id,
          message: 'The site is being read already.',
        };
      }
      beginIndexing(call, project, rebuildLasts);
      call.start(rebuildPlan, project.id, { isScheduled: false });
      return { status: 'queued', tracking_project_id: project.id, message: 'The own site is being read.' };
    },
    get_refresh: (call) => refreshOf(call, trackingProjectOf(call)),
    update_refresh: (call) => {
      const project = trackingProjectOf(call);
      const row = brandIndexOf(call, project);
      row.body.override = call.input.frequency ?? null;
      return refreshOf(call, project);
    },
    get_team_refresh: (call) => ({
      frequency: call.store.get(refreshDefaults, call.caller.team)?.body.frequency ?? usualFrequency,
    }),
    update_team_refresh: (call) => {
      const frequency = call.input.frequency;
      const existing = call.store.get(refreshDefaults, call.caller.team);
      if (existing) existing.body.frequency = frequency;
      else call.add(refreshDefaults, { frequency }, { id: call.caller.team });
      return { frequency };
    },
  },

  seed: (world) => {
    const project = world.store.get(trackingProjects, numbered('tracking_project', 1));
    if (!project) return;
    fillIndex(world, project);
    const body = {
      status: 'reviewed' as const,
      facts: [...factsOf(project.body), ...brandFacts(world.invent, project)],
      human_reviewed: true,
      refreshed_at: null,
    };
    world.add(truthSources, body, { team: project.team, parent: project.id });
  },
});

const factsOf = ({ brand_name, domain, country, own_domains, brand_aliases }: TrackingProject): string[] => [
  `The brand is called ${brand_name}.`,
  ...(domain === null ? [] : [`Its site is ${domain}.`]),
  ...(country === null ? [] : [`It sells in ${country}.`]),
  ...own_domains.map((own) => `${own} is its own as well.`),
  ...brand_aliases.map((alias) => `It is also called ${alias}.`),
];
