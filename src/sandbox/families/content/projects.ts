import type * as z from 'zod';
import type { contentLanguage } from '../../../catalog/fields.ts';
import { operation } from '../../../catalog/index.ts';
import { bareDomain } from '../shared/bare-domain.ts';
import type { Call } from '../../engine/call.ts';
import { implement } from '../../engine/implement.ts';
import { kind, type Row } from '../../engine/kind.ts';
import { iso } from '../../engine/platform-time.ts';
import { invalid, notFound } from '../../engine/http/refusal.ts';
import { RawResponse, slices } from '../../engine/http/reply.ts';
import { teams } from '../../engine/tokens.ts';
import type { World } from '../../engine/world.ts';
import { trackingKeywords, trackingProjects, trackingSettings } from '../tracking/brand/kinds.ts';

type Language = z.output<typeof contentLanguage>;

export interface Project {
  name: string;
  domain: string | null;
  language: Language | null;
  country: string | null;
  description: string | null;
}

export const projects = kind<Project>('project');
const goals = kind<Record<string, unknown>>('goal');
const modules = kind<{ label: string; active: boolean }, string>('module');

/** The caller's own project named in the path. */
export const projectOf = (call: Call<{ readonly project: number }>): Row<Project> =>
  call.own(projects, call.input.project);

const show = ({ id, team, createdAt, body }: Row<Project>) => ({
  id,
  ...body,
  team_id: team,
  created_at: iso(createdAt),
});

/** Document 1, "Projects". */
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
      // A field of the project in one place of the contract, beside it in another.
      return new RawResponse(201, { data: { ...show(row), additional_markets }, additional_markets });
    },
    get: (call) => show(call.own(projects, call.input.id)),
    update: (call) => {
      const row = call.own(projects, call.input.id);
      Object.assign(row.body, changes(call));
      call.store.save(row);
      return show(row);
    },
    delete: (call) => {
      const row = call.own(projects, call.input.id);
      row.deletedAt = call.now();
      call.store.save(row);
      deleteChildren(call, row);
      return { deleted: true };
    },

    list_goals: ({ store, caller }) => store.all(goals, { team: caller.team }).map(({ id, body }) => ({ ...body, id })),
    create_goal: (call) => {
      const { id, body } = call.add(goals, { ...call.openBody });
      return { ...body, id };
    },
    delete_goal: (call) => {
      call.store.remove(call.own(goals, call.input.id));
      return { deleted: true };
    },

    list_modules: ({ store, caller }) => store.all(modules, { team: caller.team }).map(showModule).toReversed(),
    activate_module: (call) => turn(call, true),
    deactivate_module: (call) => turn(call, false),
  },

  seed: (world) => {
    const shops: readonly [number, Project][] = [
      [
        1,
        {
          name: 'Fjordkiste',
          domain: 'fjordkiste.example',
          language: 'de',
          country: 'DE',
          description: 'Invented shop for camping boxes',
        },
      ],
      [
        1,
        {
          name: 'Moosgarten',
          domain: 'moosgarten.example',
          language: 'en',
          country: 'GB',
          description: 'Invented garden magazine',
        },
      ],
      [
        2,
        {
          name: 'Gasthof Zur Linde',
          domain: 'gasthof-linde.example',
          language: 'de',
          country: 'AT',
          description: null,
        },
      ],
    ];
    for (const [team, body] of shops) world.store.add(projects, { team, at: world.now(), body });
    for (const { id } of teams) seedModules(world, id);
  },
});

/** What hangs off a project (document 1, "What the service does"). Images are the team's, and stay. */
const childKinds = [
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
].map((name) => kind(name));
const linkSuggestions = kind('link_suggestion');

/** Moves the documents of a deleted project to the trash. */
function deleteChildren({ store, now }: Call, { id: parent }: Row<Project>): void {
  for (const row of childKinds.flatMap((part) => store.all(part, { parent }))) {
    store.save({ ...row, deletedAt: now() });
    if (row.kind === 'article')
      for (const link of store.all(linkSuggestions, { parent: row.id })) store.save({ ...link, deletedAt: now() });
  }
}

/** The body of an update is not shown: a field of the project is held to what it must be in a new one, and null empties it. */
function changes({ openBody }: Call): Partial<Project> {
  const { shape } = operation('projects.create').input;
  const sent = ['name', 'domain', 'language', 'country', 'description'].flatMap((field) =>
    openBody[field] === undefined ? [] : [[field, openBody[field]] as const],
  );
  const empty = (field: string, value: unknown) => value === null && field !== 'name';
  const wrong = sent.filter(([field, value]) => !empty(field, value) && !shape[field]?.safeParse(value).success);
  if (wrong.length)
    throw invalid(Object.fromEntries(wrong.map(([field]) => [field, [`The ${field} field is invalid.`]])));
  return Object.fromEntries(sent);
}

/**
 * Document 1, "Project": each further country gets a tracking project in setup and one placeholder keyword.
 * Nothing is made without a domain, or where the domain is tracked already.
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

/** However the address is written, it is one domain. */
const plain = (domain: string): string => bareDomain(domain) ?? domain;

/** Whether a team has switched a module on, such as `community`. */
export const isModuleActive = ({ store }: Pick<World, 'store'>, team: number, module: string): boolean =>
  store.get(modules, `${team}:${module}`)?.body.active === true;

const showModule = ({ id, body }: Row<{ label: string; active: boolean }, string>) => ({
  key: String(id).split(':')[1],
  ...body,
});

function turn({ store, caller, input }: Call<{ readonly module: string }>, active: boolean) {
  const row = store.get(modules, `${caller.team}:${input.module}`);
  if (!row) throw notFound('module');
  row.body.active = active;
  store.save(row);
  return showModule(row);
}

function seedModules({ store, now }: World, team: number): void {
  for (const label of ['Content', 'Tracking', 'Grounding', 'Community']) {
    store.add(modules, {
      team,
      id: `${team}:${label.toLowerCase()}`,
      at: now(),
      body: { label, active: label !== 'Community' },
    });
  }
}
