import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test.each([
  ['/a', '/a'],
  ['/a', '/b?c=1'],
  ['a', '/b'],
])('from %s to %s is no transition', async (from, to) => {
  const { call } = await visit();
  expect((await call('prefetch.report_transition', { from, to })).status).toBe(422);
});

test('predictions are shares of what was reported, likeliest first', async () => {
  const { call } = await visit();
  for (const to of ['/b', '/c', '/b', '/b']) await call('prefetch.report_transition', { from: '/a', to });
  const expected = [
    { to_route: '/b', count: 3, prob: 0.75 },
    { to_route: '/c', count: 1, prob: 0.25 },
  ];
  expect((await call('prefetch.predictions', { from: '/a' })).body).toEqual({ from: '/a', predictions: expected });
  expect((await call('prefetch.predictions', { from: '/a', limit: 1 })).body.predictions).toEqual(expected.slice(0, 1));
  expect((await call('prefetch.predictions', { from: '/a', limit: 11 })).status).toBe(422);
  expect((await call('prefetch.config')).body.enabled).toBe(true);
});

test('an address without a scheme is no path of the application', async () => {
  const { call } = await visit();
  expect((await call('prefetch.report_transition', { from: '/articles', to: '//elsewhere.example' })).status).toBe(422);
});
