import { family, get, id, list, maybe, text, timestamp } from '../../vocabulary/index.ts';

/** Rules: docs/platform/library.md#brand-voices. */
export const brandVoices = family('brand_voices', 'How the brand sounds', { words: 'tone of voice style' }, () => ({
  list: get('/brand-voices', {
    does: "List the team's brand voices",
    asked: 'tone style, which brand voices do we have, how we talk, voices to choose',
    output: list(maybe({ id, name: text, tone: text, created_at: timestamp })),
  }),
}));
