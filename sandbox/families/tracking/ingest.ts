import { domainIn } from '../shared/bare-domain.ts';
import type { Call } from '../../engine/handler-call.ts';
import { implement, type CallOf } from '../../engine/implement.ts';
import { kind, type Id, type Row } from '../../engine/documents.ts';
import { after, plan } from '../../engine/plan.ts';
import { activate } from './brand/activate.ts';
import { analysisSteps } from './brand/analyzing.ts';
import { costOf } from './brand/cost-of.ts';
import { dispatchRun, runPlan } from './brand/running.ts';
import type { World } from '../../engine/world.ts';
import { trackingProjects, trackingPrompts, trackingSettings, type TrackingProject } from './brand/kinds.ts';
import { classifyIntent, classifyPersona } from './prompts/prompt.ts';

interface Ingest {
  status: 'needs_input' | 'analyzing' | 'needs_confirmation' | 'activated' | 'failed';
  domain: string | null;
  brand: string | null;
  country: string | null;
  language: string | null;
  prompts: string[];
  platforms: string[];
  frequency: string;
  auto_confirm: boolean;
  start_run: boolean;
  project_id: number | null;
  run_id: number | null;
}

const ingests = kind<Ingest>('ingest');

const messages: ReadonlyMap<Ingest['status'], string> = new Map([
  ['needs_input', 'Send the same call again with what is missing.'],
  ['needs_confirmation', 'Send the same call again with confirm.'],
]);

function envelope({ store, address }: World, { id, body }: Row<Ingest>) {
  const { status, project_id, run_id, domain } = body;
  const project = store.get(trackingProjects, project_id ?? 0);
  const { analysis_status: _, ...suggested } = project?.body.analysis ?? { analysis_status: '' };
  return {
    id,
    ingest_id: id,
    status,
    project_id,
    domain,
    poll_url: address(`/api/v1/ai-visibility/ingest/${id}`),
    needs: status === 'needs_input' ? missing(body) : undefined,
    suggested: status === 'needs_confirmation' ? suggested : undefined,
    message: messages.get(status),
    error: status === 'failed' ? (project?.body.analysis['analysis_error'] ?? 'The analysis failed.') : undefined,
    run_id: run_id ?? undefined,
  };
}

/** The steps of an analysis, on the project of the ingest; the last one continues where the request ended. */
const guidedSteps = analysisSteps.map((step, index, all) =>
  after<Ingest>(step.after, (row, job) => {
    const { domain, brand, project_id } = row.body;
    const project = job.world.store.get(trackingProjects, project_id ?? 0);
    if (!project) return 'failed';
    const outcome = step.run(project, { ...job, input: { subject: [domain, brand] } });
    if (outcome === 'failed') row.body.status = 'failed';
    else if (index === all.length - 1) suggested(job.world, row);
    return outcome;
  }),
);

const analysisPlan = plan('ingest.analyze', ingests, ...guidedSteps);

/** docs/platform/tracking.md#ingest: one endpoint that continues where the last call ended. */
export const ingestFamily = implement('ingest', {
  operations: {
    start: (call) => {
      call.costs(0);
      const row = findOpenIngest(call) ?? call.add(ingests, blank());
      take(call, row.body);
      advance(call, row);
      return envelope(call, row);
    },
    get: (call) => envelope(call, ingestOf(call)),
  },
});

type StartCall = CallOf<'ingest.start'>;

const blank = (): Ingest => ({
  status: 'needs_input',
  domain: null,
  brand: null,
  country: null,
  language: null,
  prompts: [],
  platforms: ['chatgpt', 'perplexity'],
  frequency: 'weekly',
  auto_confirm: false,
  start_run: false,
  project_id: null,
  run_id: null,
});

const idOf = ({ input: { id } }: CallOf<'ingest.get'>): Id =>
  typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id;

/** The contract leaves open whose id the path takes: what an answer calls `id`, or its `project_id`. */
function ingestOf(call: CallOf<'ingest.get'>): Row<Ingest> {
  const id = idOf(call);
  const ofProject = call.store.all(ingests).find(({ body }) => body.project_id === id);
  if (!ofProject && typeof id === 'number' && call.store.get(trackingProjects, id)) call.own(trackingProjects, id);
  return call.own(ingests, ofProject?.id ?? id);
}

const promptsIn = ({ input }: StartCall): string[] =>
  input.prompts.map((one) => (typeof one === 'string' ? one : one.prompt));

/** The team's ingest of that project or domain; or of that brand; or the one that still waits to hear a domain. */
function findOpenIngest(call: StartCall): Row<Ingest> | undefined {
  const { input, store, caller } = call;
  const project = projectIn(call);
  const domain = domainOf(call) ?? project?.body.domain ?? undefined;
  const brand = input.brand;
  const all = store
    .all(ingests, { team: caller.team })
    .filter(({ body }) => body.project_id === null || store.get(trackingProjects, body.project_id));
  return (
    all.find(({ body }) => project !== undefined && body.project_id === project.id) ??
    all.find(({ body }) => domain !== undefined && body.domain === domain) ??
    all.find(({ body }) => body.domain === null && (brand === undefined || body.brand === null || body.brand === brand))
  );
}

const projectIn = (call: StartCall): Row<TrackingProject> | undefined =>
  call.input.project_id !== undefined ? call.own(trackingProjects, call.input.project_id) : undefined;

const domainOf = ({ input: { domain } }: StartCall): string | undefined =>
  domain === undefined ? undefined : domainIn(domain, 'domain', 'The domain field is no domain.');

function take(call: StartCall, body: Ingest): void {
  const { input } = call;
  const project = projectIn(call)?.body;
  body.domain = domainOf(call) ?? body.domain ?? project?.domain ?? null;
  body.brand = input.brand ?? body.brand;
  body.country = input.country?.toUpperCase() ?? body.country ?? project?.country ?? null;
  body.language = input.language ?? body.language;
  body.frequency = input.frequency ?? body.frequency;
  body.prompts = [...new Set([...body.prompts, ...promptsIn(call)])];
  if (input.platforms !== undefined) body.platforms = [...input.platforms];
  // Costly options are not inherited from an earlier call, except from the one whose analysis is running.
  const keep = body.status === 'analyzing';
  body.auto_confirm = input.auto_confirm === true || (keep && body.auto_confirm);
  body.start_run = input.start_run === true || (keep && body.start_run);
}

/** One step on, as far as what is known allows. */
function advance(call: StartCall, row: Row<Ingest>): void {
  const { body } = row;
  if (body.status === 'needs_confirmation' && (call.input.confirm === true || body.auto_confirm))
    return finish(call, row, call);
  if (body.status !== 'needs_input' || missing(body).length) return;
  const existing = call.store
    .all(trackingProjects, { team: call.caller.team })
    .find((one) => one.body.domain === body.domain);
  const project =
    existing ??
    call.add(trackingProjects, {
      ...trackingSettings(body.brand ?? body.domain ?? ''),
      domain: body.domain,
      country: body.country,
      language: body.language,
    });
  body.project_id = project.id;
  if (project.body.status !== 'setup') return void (body.status = 'activated');
  if (project.body.analysis.analysis_status === 'completed') {
    body.status = 'needs_confirmation';
    return advance(call, row);
  }
  project.body.analysis = { analysis_status: 'running', analysis_phase: 'queued' };
  body.status = 'analyzing';
  call.costs(5);
  call.start(analysisPlan, row.id);
}

const missing = ({ domain, country }: Ingest): string[] => [
  ...(domain === null ? ['domain'] : []),
  ...(country === null ? ['country'] : []),
];

/** The analysis is over: continue, or ask first. */
function suggested(world: World, row: Row<Ingest>): void {
  if (row.body.auto_confirm) finish(world, row);
  else row.body.status = 'needs_confirmation';
}

/** Activates with the suggestions and the request, then runs if requested. */
function finish(world: World, row: Row<Ingest>, call?: Call): void {
  const { body } = row;
  const project = world.store.get(trackingProjects, body.project_id ?? 0);
  if (!project) return void (body.status = 'failed');
  const { suggested_keywords, suggested_competitors, suggested_prompts, suggested_personas } = project.body
    .analysis as { [name: string]: unknown };
  const prompts = body.prompts.map((prompt) => ({ prompt, category: null }));
  activate(world, project, {
    source: 'analysis',
    keywords: Array.isArray(suggested_keywords) ? suggested_keywords : [],
    competitors: Array.isArray(suggested_competitors) ? suggested_competitors.map(({ domain }) => String(domain)) : [],
    prompts: prompts.length ? prompts : Array.isArray(suggested_prompts) ? suggested_prompts : [],
    platforms: body.platforms,
    frequency: body.frequency,
    personas: Array.isArray(suggested_personas) ? suggested_personas : [],
  });
  classify(world, project);
  body.status = 'activated';
  if (body.start_run) firstRun(world, row, project, call);
}

/** docs/platform/tracking.md#ingest: an ingest orchestrates analyze, activate and classify. */
function classify(world: World, project: Row<TrackingProject>): void {
  for (const prompt of world.store.all(trackingPrompts, { parent: project.id })) {
    classifyPersona(world, project.body, prompt.body);
    classifyIntent(world, prompt.body);
  }
}

/** The run is charged as a run: with the call that asked for it, or, without a call, automatically if the balance allows. */
function firstRun(world: World, row: Row<Ingest>, project: Row<TrackingProject>, call: Call | undefined): void {
  const { credits_per_run: credits } = costOf(world, project);
  if (call === undefined && world.ledger.available(project.team) < credits) return;
  const run = dispatchRun(world, project, world.now());
  row.body.run_id = run.id;
  world.jobs.start({ plan: runPlan, team: project.team, subject: run.id, at: world.now() });
  if (call) return call.costs(credits);
  world.ledger.post({
    team: project.team,
    delta: -credits,
    endpoint: 'POST /ai-visibility/ingest',
    reference: Number(row.id),
    at: world.now(),
  });
}
