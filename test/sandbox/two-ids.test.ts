import { expect, test } from 'vitest';
import { operations, prepare, send } from './example.ts';
import { visit } from './visit.ts';

/** Operations whose address names two documents, with what each must have changed or shown of the one that it names last. */
const withTwo = operations.filter(({ params }) => params.length > 1);

test.each(withTwo.map((operation) => [operation.name, operation] as const))(
  '%s takes each id of its address for the kind that it belongs to',
  async (name, operation) => {
    const here = await visit({ balance: 50_000 });
    const given = await prepare(here, operation);
    const ids = operation.params.map((param) => given[param]);
    expect(new Set(ids).size, JSON.stringify(given)).toBe(ids.length);
    const numbers = operation.params.filter((param) => typeof given[param] === 'number');
    // Each id in the place of the other is that of nothing.
    const [one = '', other = ''] = numbers;
    if (numbers.length > 1) {
      const swapped = await send(here, operation, { ...given, [one]: given[other], [other]: given[one] });
      expect([403, 404], `${name} swapped`).toContain(swapped.status);
      const repeated = await send(here, operation, { ...given, [one]: given[other] });
      expect([403, 404], `${name} repeated`).toContain(repeated.status);
    }
    expect((await send(here, operation, given)).status, name).toBeLessThan(300);
  },
);

test('a tag is taken from the prompt that the address names, and from no other', async () => {
  const { call } = await visit();
  const [first, second] = (await call('prompts.list', { id: 2001 })).body.data;
  const [tag, another] = (await call('prompt_tags.list', {})).body.data;
  for (const { id } of [first, second])
    for (const { id: tag_id } of [tag, another]) await call('prompt_tags.assign', { id, tag_id });
  await call('prompt_tags.unassign', { id: second.id, tagId: tag.id });
  const tagsOf = async (id: number): Promise<number[]> => {
    const prompts = (await call('prompts.list', { id: 2001 })).body.data;
    const { tags } = prompts.find((one: { id: number }) => one.id === id);
    return tags.map((one: { id: number } | number) => (typeof one === 'object' ? one.id : one));
  };
  expect(await tagsOf(first.id)).toEqual(expect.arrayContaining([tag.id, another.id]));
  expect(await tagsOf(second.id)).not.toContain(tag.id);
  expect(await tagsOf(second.id)).toContain(another.id);
});
