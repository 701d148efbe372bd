import * as z from 'zod';
import { count, country, flag, id, number, text } from '../../fields.ts';
import { del, family, get, list, one, post, put, likely, deleted } from '../../operation.ts';

/** Document 2, "Keyword, prompt, tag records". */
const measured = {
  keyword_group: text.optional(),
  tags: z.array(text).optional(),
  search_volume: count.optional(),
  cpc: number.optional(),
  difficulty: number.optional(),
  search_intent: text.optional(),
  language: text.optional(),
  country: country.optional(),
  source: z.enum(['manual', 'sitemap', 'suggestion', 'imported']).optional(),
};

const keyword = { id, keyword: text };

/** Document 2, "Keywords, prompts, suggestions". */
export const trackingKeywords = family(
  'tracking_keywords',
  'The search terms a tracking project watches',
  { words: 'rank tracker terms volume brand keyword' },
  () => ({
    list: get('/tracking-projects/{id}/keywords', {
      does: "List a tracking project's keywords",
      input: { active_only: flag.optional() },
      output: list(keyword),
    }),
    create: post('/tracking-projects/{id}/keywords', {
      does: 'Add a keyword to a tracking project',
      changes: 'The same keyword is accepted again: that makes a duplicate. is_active is ignored.',
      words: 'new watch',
      input: { keyword: text, ...measured },
      output: one(keyword),
    }),
    update: put('/tracking-keywords/{id}', {
      does: 'Change a keyword of a tracking project',
      changes: 'Only the fields given change; tags replaces all tags.',
      words: 'edit group tag',
      example: { keyword_group: 'shoes' },
      input: { keyword: text.optional(), ...measured },
      open: true,
      likely: { is_active: likely(flag, 'whether it is watched; the list has active_only') },
      output: one(keyword),
    }),
    delete: del('/tracking-keywords/{id}', {
      does: 'Remove a keyword from its tracking project',
      changes: 'No operation brings it back.',
      output: deleted,
    }),
  }),
);
