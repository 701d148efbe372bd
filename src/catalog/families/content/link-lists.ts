import * as z from 'zod';
import { id, text } from '../../fields.ts';
import { del, family, get, list, one, post, likely, deleted } from '../../operation.ts';

/** Document 1, "Link lists, orphan scans, overview, calendar". */
export const linkLists = family(
  'link_lists',
  'Lists of addresses a project links to',
  { words: 'urls targets backlinks' },
  () => ({
    list: get('/projects/{project}/link-lists', { does: "List a project's link lists", output: list({ id }) }),
    create: post('/projects/{project}/link-lists', {
      does: 'Create a link list',
      changes: 'The same name is accepted again: that makes a second list.',
      words: 'new add',
      example: { name: 'Partners', links: ['https://example.com/page'] },
      open: true,
      likely: {
        name: likely(text, 'what the list is called', ['title']),
        links: likely(z.array(z.unknown()), 'addresses, or {url, anchor}; it is a list of links', [
          'urls',
          'url',
          'items',
          'entries',
          'list',
        ]),
        description: likely(text, 'more about it'),
      },
      output: one({ id }),
      status: 201,
    }),
    delete: del('/link-lists/{id}', {
      does: 'Delete a link list',
      changes: 'No operation brings it back.',
      words: 'remove',
      output: deleted,
    }),
  }),
);
