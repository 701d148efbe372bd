import { implement } from '../../engine/implement.ts';
import { notFound } from '../../engine/http/refusal.ts';

/** Capabilities and signals of each engine; invented. */
const engines = {
  chatgpt: { label: 'ChatGPT', capabilities: ['web search', 'citations'], heeds: ['answer_first', 'sourced_figures'] },
  perplexity: {
    label: 'Perplexity',
    capabilities: ['web search', 'citations', 'follow-ups'],
    heeds: ['answer_first', 'freshness'],
  },
  gemini: { label: 'Gemini', capabilities: ['web search', 'maps'], heeds: ['sourced_figures', 'freshness'] },
} as const;

/** Evidence tiers of the signals. */
const signals: Readonly<Record<string, string>> = { answer_first: 'A', sourced_figures: 'B', freshness: 'B' };

/** Rules: docs/platform/insights.md#engines. */
export const engineFamily = implement('engines', {
  operations: {
    list: () => ({
      engines: Object.entries(engines).map(([engine, details]) => ({ engine, ...details })),
      signals: Object.keys(signals),
    }),
    get: ({ input }) => {
      const [engine, details] = Object.entries(engines).find(([name]) => name === input.engine) ?? [];
      if (!details) throw notFound('engine');
      return { engine, ...details };
    },
    signal: ({ input }) => {
      const signal = String(input.signal);
      if (!Object.hasOwn(signals, signal)) throw notFound('signal');
      const { agree = [], disagree = [] } = Object.groupBy(Object.entries(engines), ([, { heeds }]) =>
        heeds.some((one) => one === signal) ? 'agree' : 'disagree',
      );
      const names = (selected: readonly (readonly [string, unknown])[]) => selected.map(([engine]) => engine);
      return {
        signal,
        evidence_tier: signals[signal],
        agreeing_engines: names(agree),
        disagreeing_engines: names(disagree),
      };
    },
  },
});
