import { expect, it } from 'vitest';
import { purposeOf } from '../../src/client/call/purpose.ts';

const does = (text: string) => ({ does: text });

it.each([
  [{ url: 'https://a.example/b' }, 'audit a page: https://a.example/b'],
  [{ urls: ['https://a.example', 'https://b.example'] }, 'audit a page: https://a.example and 1 more'],
  [{ body: { keywords: ['moss', 'fern', 'oak'] } }, 'audit a page: moss and 2 more'],
  [{ id: 7 }, 'audit a page'],
  [{ message: 'x'.repeat(500) }, `audit a page: ${'x'.repeat(119)}…`],
])('%j is spent on as: %s', (input, purpose) => {
  expect(purposeOf(does('Audit a page; once an hour'), input)).toBe(purpose);
});
