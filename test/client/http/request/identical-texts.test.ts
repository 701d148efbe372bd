import { expect, test } from 'vitest';
import { bench } from '../../../support/bench.ts';
import { create, start, tellStory } from '../../../support/stories.ts';

test.each([
  ['blanks around it', ' shoes ', 'shoes'],
  ['doubled blanks', 'red  shoes', 'red shoes'],
  ['another kind of blank', 'red\u00A0shoes', 'red shoes'],
  ['line ends of another system', 'red\r\nshoes', 'red\nshoes'],
  ['another composition of a letter', 'cafe\u0301', 'caf\u00E9'],
])('a start whose text differs by %s joins the one that runs', async (_, one, other) => {
  await using rig = await bench();
  tellStory(rig.platform, 'generating');
  const client = await rig.client();
  for (const keyword of [one, other]) await client.call(create, { project: 1, keyword }, { waitSeconds: 2 });
  expect(rig.platform.to(start)).toHaveLength(1);
});

test.each([
  ['letter case', 'Shoes', 'shoes'],
  ['a line break', 'red\nshoes', 'red shoes'],
])('a start whose text differs by %s is another one', async (_, one, other) => {
  await using rig = await bench();
  tellStory(rig.platform, 'generating');
  const client = await rig.client();
  for (const keyword of [one, other]) await client.call(create, { project: 1, keyword }, { waitSeconds: 2 });
  expect(rig.platform.to(start)).toHaveLength(2);
});
