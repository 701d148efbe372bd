import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Meter } from '../../../client/meter.ts';
import type { DeliveryStatus } from '../events/receive-delivery.ts';

/** Contents of the store, over all accounts and processes. */
export interface StoreFigures {
  /** Credits held by calls that are not settled. */
  readonly reserved: number;
  /** The part of it whose outcome is in doubt. */
  readonly inDoubt: number;
  /** Jobs and paid calls that are not over, by state. */
  readonly jobs: Readonly<Record<string, number>>;
  /** Programs that are not over, by state. */
  readonly runs: Readonly<Record<string, number>>;
}

/** What this process serves at the moment. */
export interface ServerFigures {
  readonly sessions: number;
  readonly calls: number;
}

export interface Metrics {
  readonly meter: Meter;
  /** Counts a delivery of the platform by the answer that it got. */
  delivery(status: DeliveryStatus): void;
  /** The Prometheus text format. Never rejects: figures of a store that cannot be read are left out. */
  text(sources: MetricsSources): Promise<string>;
  readonly contentType: string;
}

/** Figures that are read when the metrics are scraped, in addition to the counters. */
export interface MetricsSources {
  readonly store: () => Promise<StoreFigures>;
  readonly server: () => ServerFigures;
}

/** Seconds. Calls that wait for jobs take minutes. */
const callBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];
const slotBuckets = [0.001, 0.01, 0.1, 0.5, 1, 5, 10, 30, 60];

/** How many labels get a series of their own. */
const maxLabels = 50;

/**
 * Creates the metrics of this process. The labels of series come from the catalog and from this program's own words. Labels that callers
 * choose are limited in form and number.
 */
export function createMetrics(): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const calls = new Counter({
    name: 'visibility_calls_total',
    help: 'Calls of operations, by outcome: ok or an error code',
    labelNames: ['operation', 'effect', 'outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'visibility_call_seconds',
    help: 'Seconds that calls took, waiting for jobs included',
    labelNames: ['effect'],
    buckets: callBuckets,
    registers,
  });
  const credits = new Counter({
    name: 'visibility_credits_charged_total',
    help: 'Credits charged, as settled by this process',
    labelNames: ['operation'],
    registers,
  });
  const labelled = new Counter({
    name: 'visibility_label_credits_charged_total',
    help: 'Credits charged under each label, as settled by this process; beyond the first labels under "other"',
    labelNames: ['label'],
    registers,
  });
  const seriesOf = boundedSeries(maxLabels);
  const polls = new Counter({ name: 'visibility_polls_total', help: 'Polls of jobs', registers });
  const endedRuns = new Counter({
    name: 'visibility_runs_total',
    help: 'Programs that this process ended, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const deliveries = new Counter({
    name: 'visibility_deliveries_total',
    help: 'Deliveries of the platform at /events: accepted, refused for good, or deferred until they are repeated',
    labelNames: ['answer'],
    registers,
  });
  const slots = new Histogram({
    name: 'visibility_slot_wait_seconds',
    help: 'Seconds that requests waited for a slot of the rate limit',
    labelNames: ['urgency'],
    buckets: slotBuckets,
    registers,
  });
  const sessions = new Gauge({ name: 'visibility_sessions', help: 'Sessions of 2025-era clients', registers });
  const active = new Gauge({ name: 'visibility_calls_active', help: 'MCP requests under way', registers });
  const storeRegistry = new Registry();
  const reserved = new Gauge({
    name: 'visibility_credits_reserved',
    help: 'Credits held by calls that are not settled, over all accounts in the store',
    labelNames: ['doubt'],
    registers: [storeRegistry],
  });
  const jobs = new Gauge({
    name: 'visibility_jobs',
    help: 'Jobs and paid calls that are not over, over all accounts in the store',
    labelNames: ['state'],
    registers: [storeRegistry],
  });
  const runs = new Gauge({
    name: 'visibility_runs',
    help: 'Programs that are not over, over all accounts in the store',
    labelNames: ['state'],
    registers: [storeRegistry],
  });
  const up = new Gauge({
    name: 'visibility_state_up',
    help: '1 if the state store can be read and written',
    registers,
  });

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
    },
    delivery: (status) =>
      deliveries.inc({ answer: status === 200 ? 'accepted' : status === 503 ? 'deferred' : 'refused' }),
    async text({ store, server }) {
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
