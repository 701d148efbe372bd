import { id } from '../../fields.ts';
import { del, family, get, list, one, post } from '../../operation.ts';

/** Document 1, "Link lists, orphan scans, overview, calendar". */
export const linkLists = family(
  'link_lists',
  'Lists of addresses a project links to',
  { words: 'urls targets backlinks' },
  () => ({
    list: get('/projects/{project}/link-lists', { does: "List a project's link lists", output: list({ id }) }),
    create: post('/projects/{project}/link-lists', {
      does: 'Create a link list',
      words: 'new add',
      open: true,
      output: one({ id }),
      status: 201,
    }),
    delete: del('/link-lists/{id}', { does: 'Delete a link list', words: 'remove' }),
  }),
);
