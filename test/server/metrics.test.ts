import { expect, it } from 'vitest';
import { createMetrics, type StoreFigures } from '../../src/server/http/metrics/metrics.ts';

it('counts in the units that the names state: seconds, credits, and each credit once', async () => {
  const { meter, delivery, text } = createMetrics();
  meter.call({ operation: 'articles.generate', effect: 'paid', outcome: 'ok', ms: 2_500 });
  meter.slotWait('poll', 1_500);
  meter.charged('articles.generate', 5, null);
  meter.poll();
  meter.run('completed');
  for (const status of [200, 400, 401, 503] as const) delivery(status);
  const store = async () => ({ reserved: 30, inDoubt: 10, jobs: { running: 3 }, runs: { interrupted: 2 } });
  const metricsOf = async (from: () => Promise<StoreFigures>) =>
    (await text({ store: from, server: () => ({ sessions: 4, calls: 6 }) })).split('\n');
  const lines = await metricsOf(store);
  for (const line of [
    'visibility_calls_total{operation="articles.generate",effect="paid",outcome="ok"} 1',
    'visibility_call_seconds_sum{effect="paid"} 2.5',
    'visibility_slot_wait_seconds_sum{urgency="poll"} 1.5',
    'visibility_credits_charged_total{operation="articles.generate"} 5',
    'visibility_polls_total 1',
    'visibility_runs_total{outcome="completed"} 1',
    'visibility_deliveries_total{answer="accepted"} 1',
    'visibility_deliveries_total{answer="refused"} 2',
    'visibility_deliveries_total{answer="deferred"} 1',
    'visibility_credits_reserved{doubt="no"} 20',
    'visibility_credits_reserved{doubt="yes"} 10',
    'visibility_jobs{state="running"} 3',
    'visibility_runs{state="interrupted"} 2',
    'visibility_sessions 4',
    'visibility_calls_active 6',
    'visibility_state_up 1',
  ])
    expect(lines).toContain(line);
  const later = await metricsOf(async () => ({ ...(await store()), jobs: { unknown: 1 } }));
  expect(later.filter((line) => line.startsWith('visibility_jobs{'))).toEqual(['visibility_jobs{state="unknown"} 1']);
  // What the store cannot say is left out, not said as it was.
  const without = await metricsOf(() => Promise.reject(new Error('away')));
  expect(without).toContain('visibility_state_up 0');
  expect(without.filter((line) => /^visibility_(jobs|credits_reserved)\{/.test(line))).toEqual([]);
});
