import * as z from 'zod';
import { assumed, family, get, key, maybe, text } from '../../vocabulary/index.ts';

/** Rules: docs/platform/insights.md#engines. */
const engine = maybe({ engine: text, label: text, capabilities: z.array(text), heeds: z.array(text) });

export const engines = family(
  'engines',
  'What each AI engine can do and which signals it heeds',
  { words: 'assistants chatgpt gemini perplexity capability matrix signals ai assistants and answer engines compared' },
  () => ({
    list: get('/engines', {
      does: 'Show the capability matrix of the engines',
      asked:
        'compare assistants, what can each assistant do, compare chatgpt gemini perplexity by capability, overview of engines, feature comparison of answer engines',
      output: assumed({ engines: z.array(z.looseObject(engine)), signals: z.array(text) }),
    }),
    get: get('/engines/{engine}', {
      idFrom: { engine: 'engines.list' },
      does: 'Show one engine in detail',
      asked:
        'how does one assistant engine work, what does perplexity look at, profile of one engine, what it cares about',
      output: assumed(engine),
      example: { engine: 'chatgpt' },
      input: { engine: key },
    }),
    signal: get('/engines/signals/{signal}', {
      idFrom: { signal: 'engines.list' },
      does: 'Show one signal: its evidence, and the engines that agree and disagree',
      asked: 'factor evidence tier, does this ranking signal matter, which engines agree, evidence for one signal',
      output: assumed({
        signal: text,
        evidence_tier: text,
        agreeing_engines: z.array(text),
        disagreeing_engines: z.array(text),
      }),
      example: { signal: 'answer_first' },
      input: { signal: key },
    }),
  }),
);
