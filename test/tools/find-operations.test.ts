import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { families, findOperation } from '../../src/catalog/index.ts';
import { searchOperations } from '../../src/tools/operations/search-index.ts';
import { fakeClient } from './fake-client.ts';
import { freshOfAgents, freshOfPeople, heldOut, tuning } from './queries/queries.ts';
import { recallOf } from './queries/recall.ts';
import { findTokens } from './queries/find-tokens.ts';
import { median } from '../../bench/table.ts';
import { dataOf, errorOf, run } from './tool-of.ts';

const client = fakeClient();
const namesFor = async (query: string): Promise<string[]> =>
  (dataOf(await run(client, 'find_operations', { query })).operations ?? []).map((hit: { name: string }) => hit.name);

describe('find_operations', () => {
  it('gives TypeScript signatures for programs', async () => {
    const { operations } = dataOf(await run(client, 'find_operations', { query: 'show an article', as: 'code' }));
    const hit = operations.find(({ name }: { name: string }) => name === 'articles.get');
    expect(hit.code).toMatch(/^platform\.articles\.get\(\{ ?id: number.*title\??: string/);
    expect(hit.call).toMatch(/^articles\.get\(id: articles\.list\) → /);
  });

  // Names no query that missed: who reads them tunes on them.
  it.each([
    { set: 'tuned on', queries: tuning, share: 0.95 },
    { set: 'held out', queries: heldOut, share: 0.95 },
    { set: 'of agents, written afterwards', queries: freshOfAgents, share: 0.97 },
    { set: 'of people, written afterwards', queries: freshOfPeople, share: 0.8 },
  ])('has the right operation among the first five for a share of $share of the queries $set', async (one) => {
    expect((await recallOf(one.queries)).firstFive).toBeGreaterThanOrEqual(one.share);
  });

  it('puts a paying or deleting operation first for at most 5 % of the queries that only read', async () => {
    const effectsOf = (names: readonly string[]): (string | undefined)[] =>
      names.map((name) => findOperation(name)?.effect);
    const reading = [...tuning, ...heldOut, ...freshOfAgents, ...freshOfPeople].filter(({ right }) =>
      effectsOf(right).every((effect) => effect === 'read'),
    );
    const hits = await Promise.all(reading.map(({ query }) => searchOperations(query, 1)));
    const first = effectsOf(hits.flatMap(({ operations }) => operations.map(({ name }) => name)));
    const harmful = first.filter((effect) => effect === 'paid' || effect === 'delete');
    expect(harmful.length / reading.length).toBeLessThanOrEqual(0.05);
  });

  it.each([
    ['list projects', 'projects.list'],
    ['brands.list', 'tracking.list'],
    ['brands', 'tracking.list'],
    ['list posts', 'blog.list_posts'],
    ['delete image', 'images.delete'],
    ['how far is the keyword research', 'keywords.research_status'],
  ])('puts the reading or plain operation first for a plain question: %s', async (query, name) => {
    expect((await namesFor(query))[0]).toBe(name);
  });

  it('is measured by queries on every family, each with operations that exist', () => {
    const queries = [...tuning, ...heldOut, ...freshOfAgents, ...freshOfPeople];
    const right = queries.flatMap((query) => query.right);
    expect(right.filter((name) => !findOperation(name))).toEqual([]);
    expect(families.map(({ name }) => name).filter((name) => !right.some((one) => one.startsWith(`${name}.`)))).toEqual(
      [],
    );
    expect(new Set(queries.map(({ query }) => query)).size).toBe(queries.length);
  });

  it('shows what is needed to call an operation', async () => {
    const [hit] = dataOf(
      await run(client, 'find_operations', { query: 'storylines create', family: 'storylines' }),
    ).operations;
    expect(Object.keys(hit)).toEqual(['name', 'does', 'call', 'changes']);
    expect(hit.call).toMatch(
      /^storylines\.create\(project: projects\.list, keyword\?: text, .*; paid, credits: 5 once on success; 0 with structure; /,
    );
  });

  it('costs at most 60 tokens a hit at the median, and 350 an answer', async () => {
    const { hits, answers } = await findTokens();
    expect(median(hits)).toBeLessThanOrEqual(60);
    expect(median(answers)).toBeLessThanOrEqual(350);
  });

  it('answers up to five searches at once', async () => {
    const { results } = dataOf(
      await run(client, 'find_operations', { queries: ['pin a file', 'publish to wordpress', 'delete a prompt'] }),
    );
    expect(results.map(({ operations }: { operations: { name: string }[] }) => operations[0]?.name)).toEqual([
      'files.keep',
      undefined,
      'prompts.delete',
    ]);
    expect(results[1].hint).toMatch(/^Nothing here does that/);
  });

  it('gives at most five hits unless another number is asked for', async () => {
    expect(await namesFor('list')).toHaveLength(5);
    expect(dataOf(await run(client, 'find_operations', { query: 'list', limit: 3 })).operations).toHaveLength(3);
  });

  it.each(['storylines.assemble_article', 'storylines_assemble_article', 'POST /storylines/12/assemble-article'])(
    'puts first what is asked for as %s',
    async (name) => {
      expect((await namesFor(name))[0]).toBe('storylines.assemble_article');
    },
  );

  it('finds an operation despite a misspelt word', async () => {
    expect((await namesFor('humanise an artcile')).slice(0, 2)).toContain('ai_scanner.humanize');
  });

  it('keeps to a family', async () => {
    const { operations } = dataOf(await run(client, 'find_operations', { query: 'list', family: 'files' }));
    expect(operations.every((hit: { name: string }) => hit.name.startsWith('files.'))).toBe(true);
  });

  it('gives the families without a query, and where nothing fits, in at most 1,500 tokens', async () => {
    const result = await run(client, 'find_operations', {});
    expect(Object.keys(dataOf(result).families)).toEqual(families.map(({ name }) => name));
    expect(dataOf(result).families.credits).toMatch(/^2: /);
    expect(countTokens(result.text)).toBeLessThanOrEqual(1_500);
    expect(
      Object.keys(dataOf(await run(client, 'find_operations', { query: 'weather in Berlin' })).families),
    ).toHaveLength(families.length);
  });

  it.each([
    'publish to wordpress',
    'publish article to wordpress',
    'send the weekly report to slack',
    'push the article into our CMS',
    'alt text for an image',
    'write alt tags',
    'public dashboard link',
    'share a dashboard that anyone can open, publicly',
    'send a slack message',
    'start a google ads campaign',
    'set the meta description of an article',
    'change an article',
  ])('says that nothing does it, and offers no near miss: %s', async (query) => {
    const { structured } = await run(client, 'find_operations', { query });
    expect(structured).toMatchObject({
      ok: true,
      data: { operations: [] },
      hint: expect.stringMatching(/^Nothing here does that: /),
    });
  });

  it('says so of nothing that can be done', async () => {
    const refused: string[] = [];
    for (const { query } of [...tuning, ...heldOut])
      if ((await searchOperations(query, 1)).notOffered !== undefined) refused.push(query);
    expect(refused).toEqual([]);
  });

  it('gives all operations of a family when only that is asked', async () => {
    const { operations } = dataOf(await run(client, 'find_operations', { family: 'storylines' }));
    expect(operations.map((hit: { name: string }) => hit.name)).toContain('storylines.assemble_article');
  });

  it('names the nearest family for one that does not exist', async () => {
    expect(errorOf(await run(client, 'find_operations', { family: 'storyline' })).message).toContain('storylines');
  });
});
