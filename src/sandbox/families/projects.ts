import type { Call } from '../call.ts';
import type { Implementation } from '../implementation.ts';
import { kind, type Row } from '../kind.ts';
import { iso } from '../platform-time.ts';
import { notFound } from '../refusal.ts';
import { slices } from '../reply.ts';
import { teams } from '../tokens.ts';
import type { World } from '../world.ts';
import { trackingKeywords, trackingProjects, trackingSettings } from '../tracking/kinds.ts';

export interface Project {
  name: string;
  domain: string | null;
  language: string | null;
  country: string | null;
  description: string | null;
}

export const projects = kind<Project>('project');
const goals = kind<Record<string, unknown>>('goal');
const modules = kind<{ label: string; active: boolean }>('module');

/** The caller's own project named in the path. */
export const projectOf = (call: Call): Row<Project> => call.own(projects, call.given.id('project'));

const show = ({ id, team, createdAt, body }: Row<Project>) => ({ id, ...body, team_id: team, created_at: iso(createdAt) });

/** Document 1, "Projects". */
export const projectFamily: Implementation = {
  family: 'projects',
  operations: {
    list: ({ store, caller }) => slices(store.all(projects, { team: caller.team }), show),
    create: (call) => {
      const { given } = call;
      const row = call.add(projects, {
        name: given.text('name'),
        domain: given.maybeText('domain') ?? null,
        language: given.maybeText('language') ?? null,
        country: given.maybeText('country')?.toUpperCase() ?? null,
        description: given.maybeText('description') ?? null,
      });
      if (!given.has('additional_countries')) return show(row);
      return { ...show(row), additional_markets: registerMarkets(call, row.body, given.texts('additional_countries')) };
    },
    get: (call) => show(call.own(projects, call.given.id('id'))),
    update: (call) => {
      const row = call.own(projects, call.given.id('id'));
      const known = Object.entries(call.given.free).filter(([field]) => Object.hasOwn(row.body, field));
      Object.assign(row.body, Object.fromEntries(known));
      call.store.save(row);
      return show(row);
    },
    delete: (call) => {
      const row = call.own(projects, call.given.id('id'));
      row.deletedAt = call.now();
      call.store.save(row);
      return { deleted: true };
    },

    list_goals: ({ store, caller }) => store.all(goals, { team: caller.team }).map(({ id, body }) => ({ ...body, id })),
    create_goal: (call) => {
      const { id, body } = call.add(goals, { ...call.given.free });
      return { ...body, id };
    },
    delete_goal: (call) => {
      call.store.remove(call.own(goals, call.given.id('id')));
      return { deleted: true };
    },

    list_modules: ({ store, caller }) => store.all(modules, { team: caller.team }).map(showModule).toReversed(),
    activate_module: (call) => turn(call, true),
    deactivate_module: (call) => turn(call, false),
  },

  seed: (world) => {
    const shops: readonly [number, Project][] = [
      [1, { name: 'Fjordkiste', domain: 'fjordkiste.example', language: 'de', country: 'DE', description: 'Invented shop for camping boxes' }],
      [1, { name: 'Moosgarten', domain: 'moosgarten.example', language: 'en', country: 'GB', description: 'Invented garden magazine' }],
      [2, { name: 'Gasthof Zur Linde', domain: 'gasthof-linde.example', language: 'de', country: 'AT', description: null }],
    ];
    for (const [team, body] of shops) world.store.add(projects, { team, at: world.now(), body });
    for (const { id } of teams) seedModules(world, id);
  },
};

/**
 * Document 1, "Project": each further country gets a tracking project in setup and one placeholder keyword.
 * Nothing is made without a domain, or where the domain is tracked already.
 */
function registerMarkets(call: Call, { name, domain }: Project, countries: readonly string[]) {
  const all = [...new Set(countries.map((country) => country.toUpperCase()))];
  const tracked = call.store.all(trackingProjects, { team: call.caller.team }).filter(({ body }) => body.domain === domain);
  if (domain === null) return { registered: [], skipped: all, reason: 'no_domain' };
  if (tracked.some(({ body }) => body.status === 'active')) return { registered: [], skipped: all, reason: 'active_tracking_project' };
  for (const country of all) {
    if (tracked.some(({ body }) => body.country === country)) continue;
    const { id } = call.add(trackingProjects, { ...trackingSettings(`${name} ${country}`), domain, country });
    call.add(trackingKeywords, { keyword: name.toLowerCase(), country }, { parent: id });
  }
  return { registered: all, skipped: [], reason: null };
}

const showModule = ({ id, body }: Row<{ label: string; active: boolean }>) => ({ key: String(id).split(':')[1], ...body });

function turn({ store, caller, given }: Call, active: boolean) {
  const row = store.get(modules, `${caller.team}:${given.text('module')}`);
  if (!row) throw notFound('module');
  row.body.active = active;
  store.save(row);
  return showModule(row);
}

function seedModules({ store, now }: World, team: number): void {
  for (const label of ['Content', 'Tracking', 'Grounding', 'Community']) {
    store.add(modules, { team, id: `${team}:${label.toLowerCase()}`, at: now(), body: { label, active: label !== 'Community' } });
  }
}
