import { describe, expect, it } from 'vitest';
import { families } from '../../src/catalog/index.ts';
import { fakeClient } from './fake-client.ts';
import { queries } from './queries.ts';
import { dataOf, errorOf, run } from './tool-of.ts';

const client = fakeClient();
const namesFor = async (query: string): Promise<string[]> =>
  (dataOf(await run(client, 'find_operations', { query })).operations ?? []).map((hit: { name: string }) => hit.name);

describe('find_operations', () => {
  it('has the right operation among the first five for at least 95 % of the queries', async () => {
    const missed: string[] = [];
    for (const [query, ...right] of queries) {
      const found = (await namesFor(query)).slice(0, 5);
      if (!right.some((name) => found.includes(name))) missed.push(`${query} → ${found.join(', ')}`);
    }
    expect(missed.length / queries.length, missed.join('\n')).toBeLessThanOrEqual(0.05);
  });

  it('shows what is needed to call an operation', async () => {
    const [hit] = dataOf(await run(client, 'find_operations', { query: 'storylines create', family: 'storylines' })).operations;
    expect(hit).toMatchObject({ name: 'storylines.create', effect: 'paid', credits: '5 once on success; 0 with structure', required: ['project'] });
  });

  it('gives at most eight hits unless told otherwise', async () => {
    expect((await namesFor('list')).length).toBeLessThanOrEqual(8);
    expect(dataOf(await run(client, 'find_operations', { query: 'list', limit: 3 })).operations).toHaveLength(3);
  });

  it('keeps to a family', async () => {
    const { operations } = dataOf(await run(client, 'find_operations', { query: 'list', family: 'files' }));
    expect(operations.every((hit: { name: string }) => hit.name.startsWith('files.'))).toBe(true);
  });

  it('gives the families without a query, and where nothing fits', async () => {
    expect(dataOf(await run(client, 'find_operations', {})).families).toHaveLength(families.length);
    expect(dataOf(await run(client, 'find_operations', { query: 'weather in Berlin' })).families).toHaveLength(families.length);
  });

  it('gives all operations of a family when only that is asked', async () => {
    const { operations } = dataOf(await run(client, 'find_operations', { family: 'storylines' }));
    expect(operations.map((hit: { name: string }) => hit.name)).toContain('storylines.assemble_article');
  });

  it('names the nearest family for one that does not exist', async () => {
    expect(errorOf(await run(client, 'find_operations', { family: 'storyline' })).message).toContain('storylines');
  });
});
