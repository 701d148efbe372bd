import { implement } from '../../engine/implement.ts';
import { kind, type Row } from '../../engine/kind.ts';
import { planWithInput, type InputOf } from '../../engine/job-start.ts';
import { after, plan, shouldFail, type Running } from '../../engine/plan.ts';
import { days, iso } from '../../engine/platform-time.ts';
import { notFound } from '../../engine/http/refusal.ts';
import { beginIndexing, brandIndexOf, isIndexing, type RefreshFrequency } from '../tracking/brand/brand-index.ts';
import { checkClaims, truthSources, verifiablePercent } from '../tracking/accuracy/claim.ts';
import { trackingProjects, type TrackingProject } from '../tracking/brand/kinds.ts';
import { trackingProjectOf } from '../tracking/brand/project-of.ts';
import { readBrand } from '../tracking/brand/read-brand.ts';
import { dailyRenewal } from '../tracking/brand/schedule.ts';
import { brandFacts } from '../tracking/accuracy/statement.ts';
import type { World } from '../../engine/world.ts';

/** By the id of the team. */
const refreshDefaults = kind<{ frequency: RefreshFrequency }>('kb_refresh_default');

/** What holds where neither project nor team says otherwise (document 2, "kb-refresh"). */
const usual: RefreshFrequency = 'weekly';

const rebuildLasts = 90;

/** Document 2, "Brand accuracy" and "States": truth source, brand knowledge base run. */
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
      // Reading is free; the job states what the checks after it draw.
      call.costs(0);
      if (call.jobs.running('brand_knowledge.rebuild', project.id)) {
        return {
          status: 'already_running',
          tracking_project_id: project.id,
          message: 'The site is being read already.',
        };
      }
      beginIndexing(call, project, rebuildLasts);
      call.start(indexRebuild, project.id, { isScheduled: false });
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
      frequency: call.store.get(refreshDefaults, call.caller.team)?.body.frequency ?? usual,
    }),
    update_team_refresh: (call) => {
      const frequency = call.input.frequency;
      const existing = call.store.get(refreshDefaults, call.caller.team);
      if (existing) existing.body.frequency = frequency;
      else call.add(refreshDefaults, { frequency }, { id: call.caller.team });
      return { frequency };
    },
  },

  plans: { rebuild: plan(trackingProjects, after(rebuildLasts, rebuild)), renewal: dailyRenewal(renewIfDue) },

  seed: (world) => {
    const project = world.store.get(trackingProjects, 1);
    if (!project) return;
    fill(world, project);
    const body = {
      status: 'reviewed' as const,
      facts: [...factsOf(project.body), ...brandFacts(world.invent, project)],
      human_reviewed: true,
      refreshed_at: null,
    };
    world.add(truthSources, body, { team: project.team, parent: project.id });
  },
});

/** Override, then team, then configuration (document 2, "kb-refresh"). */
function refreshOf(world: World, project: Row<TrackingProject>) {
  const { override, last_crawled_at } = brandIndexOf(world, project).body;
  const team_default = world.store.get(refreshDefaults, project.team)?.body.frequency ?? null;
  const source =
    override !== null ? ('override' as const) : team_default !== null ? ('team' as const) : ('config' as const);
  return { effective_frequency: override ?? team_default ?? usual, override, team_default, source, last_crawled_at };
}

/** Days between two readings of the own site; `off` has none. */
const daysBetweenReadings: Readonly<Partial<Record<RefreshFrequency, number>>> = {
  daily: 1,
  weekly: 7,
  biweekly: 14,
  monthly: 30,
};

/** Reads the site again when the refresh frequency says so. It checks no claims, since that would draw credits nobody asked for. */
function renewIfDue(world: World, project: Row<TrackingProject>): void {
  const { effective_frequency, last_crawled_at } = refreshOf(world, project);
  const interval = daysBetweenReadings[effective_frequency];
  if (interval === undefined || world.jobs.running(indexRebuild.name, project.id)) return;
  // The reading itself takes a while, so the age is compared in begun days.
  const age = last_crawled_at === null ? Infinity : Math.ceil((world.now() - Date.parse(last_crawled_at)) / days);
  if (age < interval) return;
  beginIndexing(world, project, rebuildLasts);
  world.jobs.start({
    plan: indexRebuild,
    team: project.team,
    subject: project.id,
    at: world.now(),
    input: { isScheduled: true },
  });
}

const factsOf = ({ brand_name, domain, country, own_domains, brand_aliases }: TrackingProject): string[] => [
  `The brand is called ${brand_name}.`,
  ...(domain === null ? [] : [`Its site is ${domain}.`]),
  ...(country === null ? [] : [`It sells in ${country}.`]),
  ...own_domains.map((own) => `${own} is its own as well.`),
  ...brand_aliases.map((alias) => `It is also called ${alias}.`),
];

function fill(world: World, project: Row<TrackingProject>): void {
  const row = brandIndexOf(world, project);
  const made = world.invent('index', project.body.domain ?? project.body.name);
  const pages = made.whole(8, 40);
  Object.assign(row.body, {
    pages,
    passages: pages * made.whole(3, 6),
    last_crawled_at: iso(world.now()),
    running_until: world.now(),
  });
}

const indexRebuild = planWithInput<{ readonly isScheduled: boolean }>('brand_knowledge.rebuild');

/** Reads the site, then checks claims: billed like a reverify, and left out where the balance does not reach. */
function rebuild(row: Row<TrackingProject>, job: Running<InputOf<typeof indexRebuild>>): 'failed' | void {
  const { world, team, input, costs } = job;
  if (shouldFail(row.body.name, row.body.domain)) return 'failed';
  fill(world, row);
  if (!input.isScheduled && world.ledger.available(team) >= 5 && checkClaims(world, row) > 0) costs(5);
}
