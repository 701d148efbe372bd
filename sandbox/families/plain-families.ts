import { implement } from '../engine/implement.ts';
import { projectOf } from './content/projects.ts';
import { openDocuments, openDocumentsOf } from './shared/open-documents.ts';

const voices = openDocuments('brand_voice');
const uploads = openDocuments('search_console_upload');
const incidents = openDocuments('incident');
const locations = openDocuments('location');
const categories = openDocuments('blog_category', { scope: 'platform' });
const posts = openDocuments('blog_post', { scope: 'platform' });
const linkLists = openDocumentsOf('link_list', projectOf);

/** Families whose documents the contract does not show: they only store what they are sent. */
export const plainFamilies = [
  // Rules: docs/platform/content.md#link-lists.
  implement('link_lists', {
    operations: { list: linkLists.list, create: linkLists.create, delete: linkLists.delete },
    seed: ({ add }) => {
      const links = ['https://fjordkiste.example/boxes', 'https://fjordkiste.example/stoves'];
      add(linkLists.kind, { name: 'Category pages', links }, { team: 1, parent: 1 });
    },
  }),

  // docs/platform/content.md#blog: the platform's own blog, for administrators.
  implement('blog', {
    operations: {
      list_categories: categories.list,
      create_category: categories.create,
      update_category: categories.update,
      delete_category: categories.delete,
      list_posts: posts.list,
      create_post: posts.create,
      get_post: posts.get,
      update_post: posts.update,
      delete_post: posts.delete,
    },
    seed: ({ add }) => {
      const { id } = add(categories.kind, { name: 'News', slug: 'news' }, { team: 3 });
      const post = { title: 'A tidier dashboard', slug: 'tidier-dashboard', category_id: id, status: 'published' };
      add(posts.kind, post, { team: 3 });
    },
  }),

  implement('brand_voices', {
    operations: { list: voices.list },
    seed: ({ add }) => {
      add(voices.kind, { name: 'Fjordkiste', tone: 'plain, dry, helpful' }, { team: 1 });
      add(voices.kind, { name: 'Zur Linde', tone: 'warm, local' }, { team: 2 });
    },
  }),

  implement('incidents', {
    operations: {
      list: incidents.list,
      // A report without a token belongs to no team, and cannot be read again.
      report: (call) => incidents.show(call.add(incidents.kind, { ...call.openBody, status: 'received' })),
      get: incidents.get,
    },
    seed: ({ add }) => {
      const recall = { title: 'An assistant invented a recall', severity: 'medium', status: 'received' };
      add(incidents.kind, recall, { team: 1 });
      add(incidents.kind, { title: 'Wrong opening hours', severity: 'low', status: 'closed' }, { team: 2 });
    },
  }),

  implement('locations', {
    operations: { list: locations.list, get: locations.get },
    seed: ({ add }) => {
      for (const [team, name, address, country] of [
        [1, 'Fjordkiste Kiel', 'Hafenweg 0, 24103 Kiel', 'DE'],
        [1, 'Fjordkiste Bremen', 'Moosallee 0, 28195 Bremen', 'DE'],
        [2, 'Gasthof Zur Linde', 'Dorfplatz 0, 5020 Salzburg', 'AT'],
      ] as const)
        add(locations.kind, { name, address, country }, { team });
    },
  }),

  implement('search_console', {
    operations: { list: uploads.list, get: uploads.get },
    seed: ({ add }) => {
      const query = { query: 'camping box', clicks: 84, impressions: 2100, advice: 'One place from the first page' };
      const reason = { reason: 'crawled, not indexed', pages: 12, advice: 'Thin pages' };
      add(uploads.kind, { name: 'performance.csv', type: 'performance', insights: [query] }, { team: 1 });
      add(uploads.kind, { name: 'indexing.csv', type: 'indexing', insights: [reason] }, { team: 1 });
    },
  }),
];
