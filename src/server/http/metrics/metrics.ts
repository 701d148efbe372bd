import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Meter } from '../../../client/meter.ts';
import type { DeliveryStatus } from '../events/receive-delivery.ts';

/** Contents of the store, over all accounts and processes. */
export interface StoreFigures {
  /** Credits held by calls that are not settled. */
  readonly reserved: number;
  /** The part of these credits whose outcome is in doubt. */
  readonly inDoubt: number;
  /** Open jobs and paid calls, by state. */
  readonly jobs: Readonly<Record<string, number>>;
  /** Open programs, by state. */
  readonly runs: Readonly<Record<string, number>>;
}

/** Figures that are read when the metrics are scraped, in addition to the counters. */
export interface MetricsSources {
  readonly store: () => Promise<StoreFigures>;
  /** What this process is serving now. */
  readonly server: () => { readonly sessions: number; readonly calls: number };
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Seconds. Calls that wait for jobs take minutes. */
const callBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];
const slotBuckets = [0.001, 0.01, 0.1, 0.5, 1, 5, 10, 30, 60];

/** Maximum labels with their own series. */
const maxLabels = 50;

/** Creates the metrics of this process. Labels that callers choose are limited in form and number. */
export function createMetrics() {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const storeRegistry = new Registry();
  const counter = (name: string, help: string, labelNames: readonly string[] = []): Counter =>
    new Counter({ name, help, labelNames, registers });
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers });
  const ofStore = (name: string, help: string, labelNames: readonly string[]): Gauge =>
    new Gauge({ name, help, labelNames, registers: [storeRegistry] });
  const calls = counter('visibility_calls_total', 'Calls of operations, by outcome: ok or an error code', [
    'operation',
    'effect',
    'outcome',
  ]);
  const seconds = new Histogram({
    name: 'visibility_call_seconds',
    help: 'Seconds that calls took, waiting for jobs included',
    labelNames: ['effect'],
    buckets: callBuckets,
    registers,
  });
  const credits = counter('visibility_credits_charged_total', 'Credits charged, as settled by this process', [
    'operation',
  ]);
  const labelled = counter(
    'visibility_label_credits_charged_total',
    'Credits charged under each label, as settled by this process; beyond the first labels under "other"',
    ['label'],
  );
  const seriesOf = boundedSeries(maxLabels);
  const polls = counter('visibility_polls_total', 'Polls of jobs');
  const endedRuns = counter('visibility_runs_total', 'Programs that this process ended, by outcome', ['outcome']);
  const deliveries = counter(
    'visibility_deliveries_total',
    'Deliveries of the platform at /events: accepted, refused permanently, or deferred until they are repeated',
    ['answer'],
  );
  const slots = new Histogram({
    name: 'visibility_slot_wait_seconds',
    help: 'Seconds that requests waited for a slot of the rate limit',
    labelNames: ['urgency'],
    buckets: slotBuckets,
    registers,
  });
  const sessions = gauge('visibility_sessions', 'Sessions of 2025-era clients');
  const active = gauge('visibility_calls_active', 'MCP requests under way');
  const reserved = ofStore(
    'visibility_credits_reserved',
    'Credits held by calls that are not settled, over all accounts in the store',
    ['doubt'],
  );
  const jobs = ofStore('visibility_jobs', 'Jobs and paid calls that are not over, over all accounts in the store', [
    'state',
  ]);
  const runs = ofStore('visibility_runs', 'Programs that are not over, over all accounts in the store', ['state']);
  const up = gauge('visibility_state_up', '1 if the state store can be read and written');

  return {
    contentType: register.contentType,
    meter: {
      call({ operation, effect, outcome, ms }) {
        calls.inc({ operation, effect, outcome });
        seconds.observe({ effect }, ms / 1000);
      },
      charged(operation, amount, label) {
        credits.inc({ operation }, amount);
        if (label !== null) labelled.inc({ label: seriesOf(label) }, amount);
      },
      poll: () => polls.inc(),
      run: (outcome) => endedRuns.inc({ outcome }),
      slotWait: (urgency, ms) => slots.observe({ urgency }, ms / 1000),
    } satisfies Meter as Meter,
    /** Counts a delivery of the platform by its answer. */
    delivery: (status: DeliveryStatus): void =>
      deliveries.inc({ answer: status === 200 ? 'accepted' : status === 503 ? 'deferred' : 'refused' }),
    /** The Prometheus text format. Never rejects: figures of a store that cannot be read are left out. */
    async text({ store, server }: MetricsSources): Promise<string> {
      const { sessions: open, calls: running } = server();
      sessions.set(open);
      active.set(running);
      const figures = await store().catch(() => undefined);
      up.set(figures ? 1 : 0);
      if (!figures) return register.metrics();
      reserved.set({ doubt: 'no' }, figures.reserved - figures.inDoubt);
      reserved.set({ doubt: 'yes' }, figures.inDoubt);
      jobs.reset();
      for (const [state, count] of Object.entries(figures.jobs)) jobs.set({ state }, count);
      for (const [state, count] of Object.entries(figures.runs)) runs.set({ state }, count);
      return `${await register.metrics()}\n${await storeRegistry.metrics()}`;
    },
  };
}

/** Passes the first `max` names, and replaces all later ones by `other`. */
function boundedSeries(max: number): (name: string) => string {
  const names = new Set<string>();
  return (name) => {
    if (names.size < max) names.add(name);
    return names.has(name) ? name : 'other';
  };
}
