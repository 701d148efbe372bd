import { implement } from '../../engine/implement.ts';
import { keyedKind } from '../../engine/documents.ts';

/** Counts by both addresses, shared by all teams, since everybody's steps count. */
const transitions = keyedKind<{ from: string; to: string; count: number }, string>('prefetch_transition');

/** Rules: docs/platform/tracking.md#prefetch. */
export const prefetchFamily = implement('prefetch', {
  operations: {
    report_transition: (call) => {
      const [from, to] = [call.input.from, call.input.to];
      const id = `${from} ${to}`;
      const row = call.store.get(transitions, id) ?? call.add(transitions, { from, to, count: 0 }, { id });
      row.body.count += 1;
      return { recorded: true };
    },
    predictions: ({ store, input }) => {
      const from = input.from;
      const existing = store
        .all(transitions)
        .map(({ body }) => body)
        .filter((one) => one.from === from);
      const sum = existing.reduce((total, { count }) => total + count, 0);
      const likeliest = existing.toSorted((a, b) => b.count - a.count).slice(0, input.limit);
      return { from, predictions: likeliest.map(({ to, count }) => ({ to_route: to, count, prob: count / sum })) };
    },
    config: () => ({
      enabled: true,
      weights: { transition: 1 },
      limit: 5,
      prerender_allowlist: ['/dashboard', '/articles'],
    }),
  },

  seed: ({ add }) => {
    for (const [to, count] of [
      ['/articles', 6],
      ['/tracking', 3],
      ['/images', 1],
    ] as const) {
      add(transitions, { from: '/dashboard', to, count }, { team: 3, id: `/dashboard ${to}` });
    }
  },
});
