import type { Call } from '../../engine/call.ts';
import { firstText } from '../shared/open-body.ts';
import { implement } from '../../engine/implement.ts';
import { kind, type Row } from '../../engine/kind.ts';
import { shouldFail, type Plan } from '../../engine/plan.ts';
import { iso } from '../../engine/platform-time.ts';
import { invalid } from '../../engine/http/refusal.ts';
import { slices } from '../../engine/http/reply.ts';
import type { World } from '../../engine/world.ts';

interface Monitor {
  url: string;
  name: string;
  settings: Record<string, unknown>;
  status: 'active' | 'paused';
  last_checked_at: string | null;
}

interface Incident {
  started_at: string;
  ended_at: string | null;
  reason: string;
}

const monitors = kind<Monitor>('site_monitor');
const checks = kind<{ is_up: boolean; status_code: number | null; response_ms: number | null; checked_at: string }>(
  'site_check',
);
const incidents = kind<Incident>('site_incident');
const measurements = kind<{
  performance: number;
  accessibility: number;
  best_practices: number;
  seo: number;
  measured_at: string;
}>('site_lighthouse');

const show = ({ id, createdAt, body: { settings, ...body } }: Row<Monitor>) => ({
  ...settings,
  id,
  ...body,
  created_at: iso(createdAt),
});
const showPart = ({ id, parent, body }: Row<object>) => ({ id, site_monitor_id: parent, ...body });

const monitorOf = (call: Call<{ readonly id: number }>): Row<Monitor> => call.own(monitors, call.input.id);

/** Document 3, "Monitors and automation". How often a site is looked at is not stated: here once a day, and when asked. */
export const siteMonitorFamily = implement('site_monitor', {
  operations: {
    list: ({ store, caller }) => slices(store.all(monitors, { team: caller.team }), show),
    create: (call) => {
      const url = firstText(call.openBody, 'url', 'domain');
      if (url === undefined) throw invalid({ url: ['The url field is required.'] });
      const body: Monitor = {
        url,
        name: firstText(call.openBody, 'name') ?? url,
        settings: { ...call.openBody },
        status: 'active',
        last_checked_at: null,
      };
      const row = call.add(monitors, body);
      call.start('site_monitor.watch', row.id);
      return show(row);
    },
    get: (call) => show(monitorOf(call)),
    update: (call) => {
      const row = monitorOf(call);
      row.body.settings = { ...row.body.settings, ...call.openBody };
      row.body.url = firstText(call.openBody, 'url', 'domain') ?? row.body.url;
      row.body.name = firstText(call.openBody, 'name') ?? row.body.name;
      call.store.save(row);
      return show(row);
    },
    delete: (call) => {
      const row = monitorOf(call);
      for (const part of [checks, incidents, measurements].map(({ name }) => kind(name))) {
        for (const one of call.store.all(part, { parent: row.id })) call.store.remove(one);
      }
      call.store.remove(row);
      return { deleted: true };
    },
    pause: (call) => turn(call, 'paused'),
    resume: (call) => turn(call, 'active'),
    check_now: (call) => {
      const row = monitorOf(call);
      call.start('site_monitor.check', row.id);
      return { id: row.id, status: 'queued' };
    },
    checks: (call) => slices(call.store.all(checks, { parent: monitorOf(call).id }), showPart),
    incidents: (call) => slices(call.store.all(incidents, { parent: monitorOf(call).id }), showPart),
    lighthouse: (call) => slices(call.store.all(measurements, { parent: monitorOf(call).id }), showPart),
  },

  plans: { watch: watching(), check: checking() },

  seed: (world) => {
    const body: Monitor = {
      url: 'https://fjordkiste.example',
      name: 'Fjordkiste',
      settings: {},
      status: 'active',
      last_checked_at: null,
    };
    const row = world.store.add(monitors, { team: 1, at: world.now(), body });
    look(world, row, world.now());
    world.store.save(row);
    world.jobs.start({ plan: 'site_monitor.watch', team: 1, subject: row.id, at: world.now() });
  },
});

/** Repeating changes nothing. */
function turn(call: Call<{ readonly id: number }>, status: Monitor['status']) {
  const row = monitorOf(call);
  row.body.status = status;
  call.store.save(row);
  return show(row);
}

/** Visits a site once: a row in the list, and an incident from the first visit that finds it down to the next that does not. */
function look({ store, invent }: World, { id, team, body }: Row<Monitor>, at: number): void {
  const place = { team, parent: id, at };
  const made = invent('check', id, at);
  const is_up = !shouldFail(body.url) && !/\.invalid\b/.test(body.url);
  store.add(checks, {
    ...place,
    body: {
      is_up,
      status_code: is_up ? 200 : null,
      response_ms: is_up ? made.whole(80, 900) : null,
      checked_at: iso(at),
    },
  });
  body.last_checked_at = iso(at);
  const open = store.all(incidents, { parent: id }).find((row) => row.body.ended_at === null);
  if (!is_up && !open)
    store.add(incidents, { ...place, body: { started_at: iso(at), ended_at: null, reason: 'unreachable' } });
  if (is_up && open) {
    open.body.ended_at = iso(at);
    store.save(open);
  }
  if (!is_up) return;
  const [performance, accessibility, best_practices, seo] = [
    made.whole(40, 99),
    made.whole(70, 100),
    made.whole(70, 100),
    made.whole(75, 100),
  ];
  store.add(measurements, {
    ...place,
    body: { performance, accessibility, best_practices, seo, measured_at: iso(at) },
  });
}

/** Seconds between two looks. */
const everyDay = 86_400;

/** One visit a day while the monitor exists; a paused one skips it. */
function watching(): Plan<Monitor> {
  return {
    of: monitors,
    steps: () => [
      {
        after: everyDay,
        run: (row, { world, team, at }) => {
          if (row.body.status === 'active') look(world, row, at);
          world.jobs.start({ plan: 'site_monitor.watch', team, subject: row.id, at });
        },
      },
    ],
  };
}

function checking(): Plan<Monitor> {
  return { of: monitors, steps: () => [{ after: 5, run: (row, { world, at }) => look(world, row, at) }] };
}
