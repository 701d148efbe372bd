import * as z from 'zod';
import { count, family, get, inAnyWrapper, list, maybe, number, paged, text } from '../../vocabulary/index.ts';

const visibility = z.enum(['public', 'internal']);

const about = maybe({ category: text, visibility: text });

const slug = z
  .string()
  .regex(/^[^/?#\s]+(\/[^/?#\s]+)*$/)
  .describe('May hold slashes');

/** Rules: docs/platform/library.md#wiki. */
export const wiki = family(
  'wiki',
  "The platform's handbook: how things work and what terms mean",
  { words: 'help documentation manual glossary knowledge handbook help how does it work', audience: { who: 'public' } },
  () => ({
    pages: get('/wiki/pages', {
      does: 'List the pages of the handbook; internal ones show to signed-in users only',
      asked: 'index, table of contents of the handbook, which help pages are there, handbook overview, help topics',
      input: { category: text.optional(), visibility: visibility.optional() },
      output: paged({ slug: text, title: text, ...about }, 50),
    }),
    page: get('/wiki/pages/{slug}', {
      does: 'Read a page of the handbook',
      asked: 'open show article, read open a help page article of the handbook, single help article',
      example: { slug: 'start' },
      input: { slug },
      spans: 'slug',
      output: inAnyWrapper({
        body_md: z.string(),
        body_html: z.string(),
        toc: z.array(z.looseObject({ level: count, text, anchor: text })),
        related: z.array(z.unknown()),
        ...maybe({ slug: text, title: text }),
        ...about,
      }),
      concise: 'slug title body_md toc related category visibility',
      refuses: { 401: 'for an internal page without a token' },
    }),
    search: get('/wiki/search', {
      does: 'Search the handbook: the 20 best pages with the passages found',
      asked:
        'find lookup how to, where is it explained, what does a term mean, how do I, look up in the help, search help, explanation of a term, look something up in the manual, what do you mean by a term, explain, help pages about a subject, help about credits',
      input: { q: z.string().min(2).describe('At least 2 characters') },
      output: list(maybe({ slug: text, title: text, score: number, snippet: text })),
    }),
  }),
);
