import { implement } from '../../engine/implement.ts';
import { openDocuments } from '../shared/open-documents.ts';

const categories = openDocuments('blog_category', 'platform');
const posts = openDocuments('blog_post', 'platform');

/** Document 3, "Action center, integrations, blog, OS": the platform's own blog, for administrators. */
export const blogFamily = implement('blog', {
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

  seed: ({ store, now }) => {
    const { id } = store.add(categories.kind, { team: 3, at: now(), body: { name: 'News', slug: 'news' } });
    const post = { title: 'A tidier dashboard', slug: 'tidier-dashboard', category_id: id, status: 'published' };
    store.add(posts.kind, { team: 3, at: now(), body: post });
  },
});
