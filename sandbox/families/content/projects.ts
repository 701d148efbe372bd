import { operation } from '../../../src/catalog/index.ts';
import { openDocuments } from '../shared/open-documents.ts';
import { bareDomain } from '../shared/bare-domain.ts';
import { existing, type Call } from '../../engine/handler-call.ts';
import { implement, type Stored } from '../../engine/implement.ts';
import { change, keyedKind, kind, type Row, type Id } from '../../engine/documents.ts';
import { iso } from '../../engine/platform-time.ts';
import { invalid } from '../../engine/http/refusal.ts';
import { RawResponse, slices } from '../../engine/http/reply.ts';
import { teams } from '../../engine/tokens.ts';
import type { World } from '../../engine/world.ts';
import { trackingKeywords, trackingProjects, trackingSettings } from '../tracking/brand/kinds.ts';

export type Project = Stored<'projects.get'>;

export const projects = kind<Project>('project');
const goals = openDocuments('goal', { show: ({ id, body }) => ({ ...body, id }) });
const modules = keyedKind<{ label: string; active: boolean }, string>('module');

/** The caller's own project named in the path. */
export const projectOf = (call: Call<{ readonly project: Id }>): Row<Project> => call.own(projects, call.input.project);

/** The declared language of the project's texts; default: English. Invented text may still be English. */
export const writingLanguage = ({ store }: Pick<World, 'store'>, project: number | null | undefined): string =>
  store.get(projects, project ?? 0)?.body.language ?? 'en';

const show = ({ id, team, createdAt, body }: Row<Project>) => ({
  id,
  ...body,
  team_id: team,
  created_at: iso(createdAt),
});

/** Rules: docs/platform/content.md#projects. */
export const projectFamily = implement('projects', {
  resources: { projects },
  operations: {
    list: ({ store, caller }) => slices(store.all(projects, { team: caller.team }), show),
    create: (call) => {
      const { input } = call;
      const row = call.add(projects, {
        name: input.name,
        domain: input.domain ?? null,
        language: input.language ?? null,
        country: input.country?.toUpperCase() ?? null,
        description: input.description ?? null,
      });
      if (input.additional_countries === undefined) return show(row);
      const additional_markets = registerMarkets(call, row.body, input.additional_countries ?? []);
      // In one place of the contract this is a field of the project, in another it is next to the project.
      return new RawResponse(201, { data: { ...show(row), additional_markets }, additional_markets });
    },
    get: (call) => show(call.own(projects, call.input.id)),
    update: (call) => show(change(call.own(projects, call.input.id), changes(call))),
    delete: (call) => {
      const row = call.own(projects, call.input.id);
      row.deletedAt = call.now();
      deleteChildren(call, row);
      return { deleted: true };
    },

    list_goals: goals.list,
    create_goal: goals.create,
    delete_goal: goals.delete,

    list_modules: ({ store, caller }) => store.all(modules, { team: caller.team }).map(showModule).toReversed(),
    activate_module: (call) => setActive(call, true),
    deactivate_module: (call) => setActive(call, false),
  },

  seed: (world) => {
    for (const [team, name, domain, language, country, description] of [
      [1, 'Fjordkiste', 'fjordkiste.example', 'de', 'DE', 'Invented shop for camping boxes'],
      [1, 'Moosgarten', 'moosgarten.example', 'en', 'GB', 'Invented garden magazine'],
      [2, 'Gasthof Zur Linde', 'gasthof-linde.example', 'de', 'AT', null],
    ] as const)
      world.add(projects, { name, domain, language, country, description }, { team });
    for (const { id } of teams) seedModules(world, id);
  },
});

/** Records that depend on a project (docs/platform/content.md#projects). Images are the team's, and stay. */
const childKinds = (
  [
    'article',
    'keyword',
    'keyword_research',
    'storyline',
    'style_profile',
    'knowledge_document',
    'site_analysis',
    'link_list',
    'orphan_scan',
    'calendar_entry',
    'internal_link_run',
  ] as const
).map((name) => kind(name));

/** Records whose body names the project that they were made for. */
const madeFor = (['competitor_analysis', 'bulk_generation'] as const).map((name) =>
  kind<{ readonly project_id: number }>(name),
);

/** Records that depend on one of these. */
const partKinds = (['link_suggestion', 'competitor_gap'] as const).map((name) => kind(name));

/** Records that may be attached to a project but belong to the team. */
const attachedKinds = ['grounding_audit', 'grounding_batch'].map((name) =>
  keyedKind<{ seo_project_id: number | null }, string>(name),
);
const properties = kind<{ linked: boolean; link: Readonly<Record<string, unknown>> }>('google_property');
const autopilots = kind<{ is_active: boolean; readonly config: Readonly<Record<string, unknown>> }>('autopilot');

/** Moves the records of a deleted project to the trash, detaches those that stay, and ends scheduled work. */
function deleteChildren({ store, jobs, now }: Call, { id: project, team }: Row<Project>): void {
  const ofProject = madeFor
    .flatMap((part) => store.all(part, { team }))
    .filter(({ body }) => body.project_id === project);
  for (const row of [...childKinds.flatMap((part) => store.all(part, { parent: project })), ...ofProject]) {
    row.deletedAt = now();
    for (const part of partKinds.flatMap((one) => store.all(one, { parent: row.id }))) part.deletedAt = now();
  }
  for (const row of attachedKinds.flatMap((one) => store.all(one, { team })))
    if (row.body.seo_project_id === project) row.body.seo_project_id = null;
  for (const row of store.all(properties, { team }))
    if (row.body.link['project_id'] === project) Object.assign(row.body, { linked: false, link: {} });
  for (const row of store.all(autopilots, { team })) {
    if (row.body.config['project_id'] !== project) continue;
    row.body.is_active = false;
    jobs.stop({ name: 'autopilot.run' }, row.id);
  }
}

/** The body of an update is not documented: fields are checked as for a new project, and null empties them. */
function changes({ openBody }: Call): Partial<Project> {
  const { shape } = operation('projects.create').input;
  const fields = ['name', 'domain', 'language', 'country', 'description'].flatMap((field) =>
    openBody[field] === undefined ? [] : [[field, openBody[field]] as const],
  );
  const empty = (field: string, value: unknown) => value === null && field !== 'name';
  const wrong = fields.filter(([field, value]) => !empty(field, value) && !shape[field]?.safeParse(value).success);
  if (wrong.length)
    throw invalid(Object.fromEntries(wrong.map(([field]) => [field, [`The ${field} field is invalid.`]])));
  return Object.fromEntries(fields);
}

/**
 * docs/platform/content.md#further-countries: each further country gets a tracking project in setup and one placeholder
 * keyword. Nothing is created without a domain, or if the domain is already tracked.
 */
function registerMarkets(call: Call, { name, domain }: Project, countries: readonly string[]) {
  const all = [...new Set(countries.map((country) => country.toUpperCase()))];
  const tracked = call.store
    .all(trackingProjects, { team: call.caller.team })
    .filter(({ body }) => body.domain !== null && domain !== null && plain(body.domain) === plain(domain));
  if (domain === null) return { registered: [], skipped: all, reason: 'no_domain' };
  if (tracked.some(({ body }) => body.status === 'active'))
    return { registered: [], skipped: all, reason: 'active_tracking_project' };
  for (const country of all) {
    if (tracked.some(({ body }) => body.country === country)) continue;
    const { id } = call.add(trackingProjects, { ...trackingSettings(`${name} ${country}`), domain, country });
    call.add(trackingKeywords, { keyword: name.toLowerCase(), country }, { parent: id });
  }
  return { registered: all, skipped: [], reason: null };
}

/** All spellings of an address are one domain. */
const plain = (domain: string): string => bareDomain(domain) ?? domain;

/** Whether a team has switched a module on, such as `community`. */
export const isModuleActive = ({ store }: Pick<World, 'store'>, team: number, module: string): boolean =>
  store.get(modules, `${team}:${module}`)?.body.active === true;

const showModule = ({ id, body }: Row<{ label: string; active: boolean }, string>) => ({
  key: String(id).split(':')[1],
  ...body,
});

const setActive = (call: Call<{ readonly module: string }>, active: boolean) =>
  showModule(change(existing(call, modules, `${call.caller.team}:${call.input.module}`), { active }));

function seedModules({ add }: World, team: number): void {
  for (const label of ['Content', 'Tracking', 'Grounding', 'Community']) {
    add(modules, { label, active: label !== 'Community' }, { team, id: `${team}:${label.toLowerCase()}` });
  }
}
