import { expect, test } from 'vitest';
import * as z from 'zod';
import { family, get } from '../../src/catalog/vocabulary/index.ts';
import { createRouter } from '../../sandbox/engine/http/router.ts';

const read = { does: 'Read', asked: 'read it' };
const { operations } = family('made_up', 'For the router', {}, () => ({
  trash: get('/files/trash', read),
  file: get('/files/{id}', read),
  report: get('/exports/{project}.pdf', read),
  plain: get('/exports/{project}', read),
  page: get('/wiki/{slug}', { ...read, input: { slug: z.string() }, spans: 'slug' }),
  history: get('/wiki/{slug}/history', { ...read, input: { slug: z.string() }, spans: 'slug' }),
}));
const route = createRouter(Object.values(operations));

test.each([
  ['/files/trash', 'trash', {}],
  ['/files/11007', 'file', { id: '11007' }],
  ['/files/a%20b', 'file', { id: 'a b' }],
  ['/exports/7.pdf', 'report', { project: '7' }],
  ['/exports/7.csv', 'plain', { project: '7.csv' }],
  ['/wiki/one', 'page', { slug: 'one' }],
  ['/wiki/one/two', 'page', { slug: 'one/two' }],
  ['/wiki/one/two/history', 'history', { slug: 'one/two' }],
])('%s leads to %s', (path, action, values) => {
  expect(route('GET', path)).toEqual({ operation: operations[action as keyof typeof operations], values });
});

test('an address that is longer or shorter than any leads nowhere', () => {
  expect(route('GET', '/files')).toBeUndefined();
  expect(route('GET', '/files/11007/8')).toBeUndefined();
  expect(route('GET', '/files/%')).toBeUndefined();
});
