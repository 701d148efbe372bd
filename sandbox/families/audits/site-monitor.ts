import type { Call } from '../../engine/handler-call.ts';
import { firstText } from '../shared/open-body.ts';
import { implement, type Stored } from '../../engine/implement.ts';
import { change, kind, type Id, type Row } from '../../engine/documents.ts';
import { after, plan, shouldFail, type Running } from '../../engine/plan.ts';
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

const monitors = kind<Monitor>('site_monitor');
const checks = kind<Stored<'site_monitor.checks', 'site_monitor_id'>>('site_check');
const incidents = kind<Stored<'site_monitor.incidents', 'site_monitor_id'>>('site_incident');
const measurements = kind<Stored<'site_monitor.lighthouse', 'site_monitor_id'>>('site_lighthouse');

const show = ({ id, createdAt, body: { settings, ...body } }: Row<Monitor>) => ({
  ...settings,
  id,
  ...body,
  created_at: iso(createdAt),
});
const showPart = ({ id, parent, body }: Row<object>) => ({ id, site_monitor_id: parent, ...body });

/** Seconds between two visits. */
const everyDay = 86_400;

const watchPlan = plan('site_monitor.watch', monitors, after(everyDay, watch));

const checkPlan = plan(
  'site_monitor.check',
  monitors,
  after(5, (row, { world, at }) => look(world, row, at)),
);

/**
 * Rules: docs/platform/audits.md#site-monitor. The contract does not state how often a site is visited: here once a day, and
 * on request.
 */
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
      call.start(watchPlan, row.id);
      return show(row);
    },
    get: (call) => show(call.own(monitors, call.input.id)),
    update: (call) => {
      const row = call.own(monitors, call.input.id);
      row.body.settings = { ...row.body.settings, ...call.openBody };
      row.body.url = firstText(call.openBody, 'url', 'domain') ?? row.body.url;
      row.body.name = firstText(call.openBody, 'name') ?? row.body.name;
      return show(row);
    },
    delete: (call) => call.delete(call.own(monitors, call.input.id), checks, incidents, measurements),
    pause: (call) => setStatus(call, 'paused'),
    resume: (call) => setStatus(call, 'active'),
    check_now: (call) => {
      const row = call.own(monitors, call.input.id);
      call.start(checkPlan, row.id);
      return { id: row.id, status: 'queued' };
    },
    checks: (call) => slices(call.store.all(checks, { parent: call.own(monitors, call.input.id).id }), showPart),
    incidents: (call) => slices(call.store.all(incidents, { parent: call.own(monitors, call.input.id).id }), showPart),
    lighthouse: (call) =>
      slices(call.store.all(measurements, { parent: call.own(monitors, call.input.id).id }), showPart),
  },

  seed: (world) => {
    const body: Monitor = {
      url: 'https://fjordkiste.example',
      name: 'Fjordkiste',
      settings: {},
      status: 'active',
      last_checked_at: null,
    };
    const row = world.add(monitors, body, { team: 1 });
    look(world, row, world.now());
    world.jobs.start({ plan: watchPlan, team: 1, subject: row.id, at: world.now() });
  },
});

/** Repeating changes nothing. */
function setStatus(call: Call<{ readonly id: Id }>, status: Monitor['status']) {
  const row = call.own(monitors, call.input.id);
  return show(change(row, { status }));
}

/** Visits a site once: a row in the list, and an incident from the first visit that finds it down to the next that does not. */
function look({ store, add, invent }: World, { id, team, body }: Row<Monitor>, at: number): void {
  const place = { team, parent: id, at };
  const random = invent('check', id, at);
  const is_up = !shouldFail(body.url) && !/\.invalid\b/.test(body.url);
  const figures = is_up
    ? { status_code: 200, response_ms: random.whole(80, 900) }
    : { status_code: null, response_ms: null };
  add(checks, { is_up, ...figures, checked_at: iso(at) }, place);
  body.last_checked_at = iso(at);
  const open = store.all(incidents, { parent: id }).find((row) => row.body.resolved_at === null);
  if (!is_up && !open) add(incidents, { started_at: iso(at), resolved_at: null, reason: 'unreachable' }, place);
  if (is_up && open) open.body.resolved_at = iso(at);
  if (!is_up) return;
  const measurement = {
    performance: random.whole(40, 99),
    accessibility: random.whole(70, 100),
    best_practices: random.whole(70, 100),
    seo: random.whole(75, 100),
    measured_at: iso(at),
  };
  add(measurements, measurement, place);
}

/** One visit a day while the monitor exists; a paused one skips it. */
function watch(row: Row<Monitor>, { world, at, again }: Running): void {
  if (row.body.status === 'active') look(world, row, at);
  again();
}
