import * as z from 'zod';
import { del, family, get, id, integerId, likely, list, maybe, one, post, text } from '../../vocabulary/index.ts';

const linkList = { id, ...maybe({ project_id: integerId, name: text, links: z.array(z.unknown()) }) };

/** Rules: docs/platform/content.md#link-lists. */
export const linkLists = family(
  'link_lists',
  'Lists of addresses a project links to',
  { words: 'urls targets backlinks addresses we want to link to' },
  () => ({
    list: get('/projects/{project}/link-lists', {
      does: "List a project's link lists",
      asked: 'which addresses do we keep to link to, show lists of links, collections of urls, link targets',
      output: list(linkList),
    }),
    create: post('/projects/{project}/link-lists', {
      does: 'Create a link list',
      changes: 'Embedded platform: the same name makes a second list.',
      asked: 'collect addresses worth linking, store a set of target urls, new collection of urls, add link targets',
      example: { name: 'Partners', links: ['https://example.com/page'] },
      likely: {
        name: likely(text, 'what the list is called', 'title'),
        links: likely(
          z.array(z.unknown()),
          'addresses, or {url, anchor}; it is a list of links',
          'urls url items entries list',
        ),
        description: likely(text, 'more about it'),
      },
      output: one(linkList),
      status: 201,
    }),
    delete: del('/link-lists/{id}', {
      does: 'Delete a link list',
      changes: 'No operation brings it back.',
      asked: 'remove, throw away a list of links, remove collection set of urls',
    }),
  }),
);
