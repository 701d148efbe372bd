import * as z from 'zod';
import { id, text } from '../../fields.ts';
import { del, family, get, list, one, post, put, likely, deleted } from '../../operation.ts';

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
      likely: {
        name: likely(text, 'what it is called', ['title', 'label']),
        slug: likely(text, 'last part of its address'),
      },
      output: one({ id }),
      status: 201,
    }),
    update_category: put('/blog/categories/{id}', {
      does: 'Change a category of the blog',
      words: 'topic rename edit',
      open: true,
      likely: {
        name: likely(text, 'what it is called', ['title', 'label']),
        slug: likely(text, 'last part of its address'),
        description: likely(text, 'more about it', ['color', 'sort_order', 'is_active']),
      },
      output: one({ id }),
    }),
    delete_category: del('/blog/categories/{id}', {
      does: 'Delete a category of the blog',
      changes: 'No operation brings it back.',
      words: 'topic remove',
      output: deleted,
    }),

    list_posts: get('/blog/posts', { does: 'List the posts of the blog', words: 'entries news', output: list({ id }) }),
    create_post: post('/blog/posts', {
      does: 'Write a post for the blog',
      words: 'entry news add new publish',
      example: { title: 'How to choose trail running shoes', content: 'Grip first.' },
      open: true,
      likely: {
        title: likely(text, 'headline; articles have one', ['name']),
        content: likely(text, 'the text; articles have one', ['body', 'markdown', 'html']),
        slug: likely(text, 'last part of its address; articles have one'),
        category_id: likely(id, 'from blog.list_categories'),
        status: likely(text, 'draft or published'),
      },
      output: one({ id }),
      status: 201,
    }),
    get_post: get('/blog/posts/{id}', { does: 'Show a post of the blog', words: 'entry read', output: one({ id }) }),
    update_post: put('/blog/posts/{id}', {
      does: 'Change a post of the blog',
      words: 'entry edit',
      open: true,
      likely: {
        title: likely(text, 'headline; articles have one', ['name']),
        content: likely(text, 'the text; articles have one', ['body', 'markdown', 'html']),
        slug: likely(text, 'last part of its address; articles have one'),
        status: likely(text, 'draft or published', ['published_at']),
        category_id: likely(id, 'from blog.list_categories', ['category']),
        excerpt: likely(text, 'a few lines for listings'),
        tags: likely(z.array(text), 'as images and files have', ['author', 'language']),
      },
      output: one({ id }),
    }),
    delete_post: del('/blog/posts/{id}', {
      does: 'Delete a post of the blog',
      changes: 'No operation brings it back.',
      words: 'entry remove',
      output: deleted,
    }),
  }),
);
