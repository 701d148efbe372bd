import * as z from 'zod';
import { count, country, flag, id, number, text } from '../../vocabulary/fields.ts';
import { del, family, get, likely, list, maybe, one, post, put } from '../../vocabulary/index.ts';

const source = z.enum(['manual', 'sitemap', 'suggestion', 'imported']);

/** Rules: docs/platform/tracking.md#tracking-keywords. */
const measured = {
  keyword_group: text.optional(),
  tags: z.array(text).optional(),
  search_volume: count.optional(),
  cpc: number.optional(),
  difficulty: number.optional(),
  search_intent: text.optional(),
  language: text.optional(),
  country: country.optional(),
  source: source.optional(),
};

const keyword = {
  id,
  keyword: text,
  keyword_group: text.nullable(),
  tags: z.array(text).nullable(),
  search_volume: count.nullable(),
  cpc: number.nullable(),
  difficulty: number.nullable(),
  search_intent: text.nullable(),
  language: text.nullable(),
  country: text.nullable(),
  source: source.nullable(),
  ...maybe({ tracking_project_id: id, is_active: flag }),
};

/** Rules: docs/platform/tracking.md#tracking-keywords. */
export const trackingKeywords = family(
  'tracking_keywords',
  'The search terms a tracking project watches',
  { words: 'rank tracker terms volume brand keyword search terms watched for a brand' },
  () => ({
    list: get('/tracking-projects/{id}/keywords', {
      does: "List a tracking project's keywords",
      asked: 'which search terms are tracked monitored for the brand, monitored terms of a brand',
      input: { active_only: flag.optional() },
      output: list(keyword),
    }),
    create: post('/tracking-projects/{id}/keywords', {
      does: 'Add a keyword to a tracking project',
      changes: 'is_active is ignored. Embedded platform: the same keyword makes a duplicate.',
      asked:
        'new watch, follow track one more search term for the brand, add term to monitoring, insert keyword into tracking, monitor a new term',
      input: { keyword: text, ...measured },
      output: one(keyword),
    }),
    update: put('/tracking-keywords/{id}', {
      idFrom: { id: 'tracking_keywords.list' },
      does: 'Change a keyword of a tracking project',
      changes: 'Embedded platform: only the fields given change; tags replaces all tags.',
      asked:
        'edit group tag, change group volume intent tags of a tracked search term, move tracked keyword into another group, edit metadata',
      example: { keyword_group: 'shoes' },
      input: { keyword: text.optional(), ...measured },
      likely: { is_active: likely(flag, 'whether it is watched; the list has active_only') },
      output: one(keyword),
    }),
    delete: del('/tracking-keywords/{id}', {
      idFrom: { id: 'tracking_keywords.list' },
      does: 'Remove a keyword from its tracking project',
      asked: 'no longer follow track a search term, take it out of monitoring, untrack keyword, remove monitored term',
      changes: 'No operation brings it back.',
    }),
  }),
);
