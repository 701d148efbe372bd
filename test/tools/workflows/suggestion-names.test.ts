import { expect, test } from 'vitest';
import { suggestionNames } from '../../../src/tools/workflows/track-brand/ingest-question.ts';

test('a suggestion without the usual name is shown as it was received', () => {
  const suggested = [{ name: 'Buyer', goals: [] }, { label: 'Seller' }, 'Maker'];
  expect(suggestionNames('name', suggested)).toEqual(['Buyer', { label: 'Seller' }, 'Maker']);
  for (const none of [null, undefined, {}]) expect(suggestionNames('name', none)).toEqual([]);
});
