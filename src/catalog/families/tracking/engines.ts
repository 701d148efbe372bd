import { key } from '../../fields.ts';
import { family, get } from '../../operation.ts';

/** Document 3, "Supplementary endpoints". */
export const engines = family(
  'engines',
  'What each AI engine can do and which signals it heeds',
  { words: 'assistants chatgpt gemini perplexity capability matrix signals' },
  () => ({
    list: get('/engines', { does: 'Show the capability matrix of the engines', words: 'compare assistants' }),
    get: get('/engines/{engine}', {
      does: 'Show one engine in detail',
      words: 'assistant',
      example: { engine: 'chatgpt' },
      input: { engine: key },
    }),
    signal: get('/engines/signals/{signal}', {
      does: 'Show one signal: its evidence, and the engines that agree and disagree',
      words: 'factor evidence tier',
      example: { signal: 'answer_first' },
      input: { signal: key },
    }),
  }),
);
