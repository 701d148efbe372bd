import * as z from 'zod';
import { count, text, number } from '../../fields.ts';
import { family, get, list, paged, maybe } from '../../operation.ts';

const visibility = z.enum(['public', 'internal']);

const slug = z
  .string()
  .regex(/^[^/?#\s]+(\/[^/?#\s]+)*$/)
  .describe('May hold slashes');

/** Document 3, "Geo criteria, wiki, deep insights". */
export const wiki = family(
  'wiki',
  "The platform's handbook: how things work and what terms mean",
  { words: 'help documentation manual glossary knowledge', audience: { who: 'public' } },
  () => ({
    pages: get('/wiki/pages', {
      does: 'List the pages of the handbook; internal ones show to signed-in users only',
      words: 'contents index',
      input: { category: text.optional(), visibility: visibility.optional() },
      output: paged({ slug: text, title: text }, 50),
    }),
    page: get('/wiki/pages/{slug}', {
      does: 'Read a page of the handbook',
      words: 'open show article',
      example: { slug: 'start' },
      input: { slug },
      spans: 'slug',
      output: {
        body_md: z.string(),
        body_html: z.string(),
        toc: z.array(z.looseObject({ level: count, text, anchor: text })),
        related: z.array(z.unknown()),
      },
      refuses: { 401: 'for an internal page without a token' },
    }),
    search: get('/wiki/search', {
      does: 'Search the handbook: the 20 best pages with the passages found',
      words: 'find lookup how to',
      input: { q: z.string().min(2).describe('At least 2 characters') },
      output: list(maybe({ slug: text, title: text, score: number, snippet: text })),
    }),
  }),
);
