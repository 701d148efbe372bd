import { id } from '../../fields.ts';
import { del, family, get, list, one, post, put } from '../../operation.ts';

/** Document 3, "Action center, integrations, blog, OS": bodies and shapes are not shown. */
export const blog = family(
  'blog',
  "The platform's own blog: categories and posts",
  { words: 'news editorial announcements', audience: { who: 'admin' } },
  () => ({
    list_categories: get('/blog/categories', {
      does: 'List the categories of the blog',
      words: 'topics',
      output: list({ id }),
    }),
    create_category: post('/blog/categories', {
      does: 'Create a category of the blog',
      words: 'topic add new',
      open: true,
      output: one({ id }),
      status: 201,
    }),
    update_category: put('/blog/categories/{id}', {
      does: 'Change a category of the blog',
      words: 'topic rename edit',
      open: true,
      output: one({ id }),
    }),
    delete_category: del('/blog/categories/{id}', { does: 'Delete a category of the blog', words: 'topic remove' }),

    list_posts: get('/blog/posts', { does: 'List the posts of the blog', words: 'entries news', output: list({ id }) }),
    create_post: post('/blog/posts', {
      does: 'Write a post for the blog',
      words: 'entry news add new publish',
      open: true,
      output: one({ id }),
      status: 201,
    }),
    get_post: get('/blog/posts/{id}', { does: 'Show a post of the blog', words: 'entry read', output: one({ id }) }),
    update_post: put('/blog/posts/{id}', {
      does: 'Change a post of the blog',
      words: 'entry edit',
      open: true,
      output: one({ id }),
    }),
    delete_post: del('/blog/posts/{id}', { does: 'Delete a post of the blog', words: 'entry remove' }),
  }),
);
