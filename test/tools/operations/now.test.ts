import { expect, test } from 'vitest';
import { virtualClock } from '../../support/clock/virtual-clock.ts';
import { fakeClient, onePage } from '../fake-client.ts';
import { callOperation } from '../tool-of.ts';

test('names of projects are looked up again once their list is old, by the clock of the call', async () => {
  const clock = virtualClock();
  const client = fakeClient({
    'projects.list': () => onePage([{ id: 4, name: 'Acme' }]),
    'articles.list': () => ({ data: [] }),
  });
  const lookups = () => client.called.filter(({ name }) => name === 'projects.list').length;
  const seen = [];
  for (const minutes of [0, 0, 24 * 60]) {
    clock.step(minutes * 60_000);
    await callOperation(client, 'articles.list', { project: 'Acme' }, {}, { clock });
    seen.push(lookups());
  }
  expect(seen).toEqual([1, 1, 2]);
  expect(client.called.at(-1)?.input).toMatchObject({ project: 4 });
});
