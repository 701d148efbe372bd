import * as z from 'zod';
import { del, family, get, id, likely, list, maybe, one, post, put, text, timestamp } from '../../vocabulary/index.ts';

const category = { id, ...maybe({ name: text, slug: text, created_at: timestamp }) };

const blogPost = {
  id,
  ...maybe({
    title: text,
    slug: text,
    content: text,
    category_id: id,
    status: text,
    created_at: timestamp,
  }),
};

const categoryWrite = {
  name: likely(text, 'what it is called', 'title label'),
  slug: likely(text, 'last part of its address'),
};

const postWrite = {
  title: likely(text, 'headline; articles have one', 'name'),
  content: likely(text, 'the text; articles have one', 'body markdown html'),
  slug: likely(text, 'last part of its address; articles have one'),
};

/** docs/platform/content.md#blog: bodies and shapes are not shown. */
export const blog = family(
  'blog',
  "The platform's own blog: categories and posts",
  { words: "news editorial announcements posts on the platform's company blog", audience: { who: 'admin' } },
  () => ({
    list_categories: get('/blog/categories', {
      does: 'List the categories of the blog',
      asked: 'topics, which categories does the blog have, taxonomy of the blog, sections',
      output: list(category),
    }),
    create_category: post('/blog/categories', {
      does: 'Create a category of the blog',
      asked: 'topic add new, new category for the blog, add section to blog',
      likely: categoryWrite,
      output: one(category),
      status: 201,
    }),
    update_category: put('/blog/categories/{id}', {
      does: 'Change a category of the blog',
      asked: 'topic rename edit, rename category of the blog, edit blog section',
      likely: {
        ...categoryWrite,
        description: likely(text, 'more about it', 'color sort_order is_active'),
      },
      output: one(category),
    }),
    delete_category: del('/blog/categories/{id}', {
      does: 'Delete a category of the blog',
      changes: 'No operation brings it back.',
      asked: 'topic remove, remove category of the blog, remove blog section',
    }),

    list_posts: get('/blog/posts', {
      does: 'List the posts of the blog',
      asked: 'entries news, what has been posted on the blog, all posts, news articles on platform blog, announcements',
      output: list(blogPost),
    }),
    create_post: post('/blog/posts', {
      does: 'Write a post for the blog',
      asked: 'add, publish a post on the blog, new blog entry, write news entry, publish announcement',
      example: { title: 'How to choose trail running shoes', content: 'Grip first.' },
      likely: {
        ...postWrite,
        category_id: likely(id, 'from blog.list_categories'),
        status: likely(text, 'draft or published'),
      },
      output: one(blogPost),
      status: 201,
    }),
    get_post: get('/blog/posts/{id}', {
      does: 'Show a post of the blog',
      asked: 'entry read, read one post of the blog, read announcement',
      output: one(blogPost),
    }),
    update_post: put('/blog/posts/{id}', {
      does: 'Change a post of the blog',
      asked: 'entry edit, fix a typo in the post, correct blog entry, edit announcement',
      likely: {
        ...postWrite,
        status: likely(text, 'draft or published', 'published_at'),
        category_id: likely(id, 'from blog.list_categories', 'category'),
        excerpt: likely(text, 'a few lines for listings'),
        tags: likely(z.array(text), 'as images and files have', 'author language'),
      },
      output: one(blogPost),
    }),
    delete_post: del('/blog/posts/{id}', {
      does: 'Delete a post of the blog',
      changes: 'No operation brings it back.',
      asked: 'entry remove, take a post off the blog, remove announcement',
    }),
  }),
);
