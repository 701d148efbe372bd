import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { allOperations } from '../../src/catalog/index.ts';
import { namedOperation } from '../../src/tools/operations/named-operation.ts';
import { resolveOperation } from '../../src/tools/operations/resolve-operation.ts';
import { exampleArguments } from '../../src/catalog/schema/example.ts';
import { isThorough } from '../support/thorough.ts';
import { fakeClient } from './fake-client.ts';
import { dataOf, errorOf, run } from './tool-of.ts';

const client = fakeClient();
const describeIt = (operation: string) => run(client, 'describe_operation', { operation });

const canonicals = allOperations().filter(({ aliasOf }) => aliasOf === undefined);

/** The operation that a name leads to, or the suggested names. */
const meantBy = (name: string): Promise<string> => resolveOperation(name).then((operation) => operation.name, String);

describe('describe_operation', () => {
  it.each([
    'storylines.create',
    'storylines_create',
    'Storylines Create',
    'POST /projects/{project}/storylines',
    'post /api/v1/projects/12/storylines',
  ])('understands %s', async (name) => {
    expect(dataOf(await describeIt(name)).operation).toBe('storylines.create');
  });

  it('takes a literal path part before a parameter', async () => {
    expect(dataOf(await describeIt('GET /files/trash')).operation).toBe('files.trash');
    expect(dataOf(await describeIt('GET /files/12')).operation).toBe('files.get');
  });

  it('states arguments, price, limits, job and refusals in words', async () => {
    const result = dataOf(await describeIt('grounding.batch'));
    expect(result.arguments.urls).toBe('url[] 1..500; required');
    expect(result.limits).toEqual(['5 per minute and token']);
    expect(result.price).toMatch(/^credits not stated: draws for each URL/);
    expect(result.job).toContain('60 s');
    expect(result.refuses['422']).toContain('too_many_urls');
    expect(result.retired).toHaveProperty('project_id');
  });

  it('states what else an operation changes, for all that delete or draw credits', async () => {
    expect(dataOf(await describeIt('images.favorite')).call).toContain('a second call undoes it');
    expect(dataOf(await describeIt('competitors.replace')).changes).toContain('is_active false');
    const silent = canonicals.filter(
      ({ effect, changes }) => (effect === 'delete' || effect === 'paid') && changes === undefined,
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
    for (const { name, changes = '' } of canonicals) expect(changes.length, name).toBeLessThanOrEqual(200);
  });

  it.each([
    ['ai_scanner.scan', 'score (likely 0 to 100; higher: more likely written by AI)'],
    ['content_audits.page', 'seo_score (0 to 100, higher is better)'],
    ['citation_causality.patterns', 'lift_score (above 1'],
  ])('states the scale and direction of scores: %s', async (name, scale) => {
    expect(dataOf(await describeIt(name)).answer).toContain(scale);
  });

  it('states what almost every operation answers, within 700 tokens', async () => {
    const described = await Promise.all(canonicals.map(({ name }) => describeIt(name)));
    expect(described.map(({ text }) => text).filter((text) => countTokens(text) > 700)).toEqual([]);
    const result = described.map(dataOf);
    const silent = result.filter(({ answer }) => /not shown|\[\]/.test(answer)).map(({ operation }) => operation);
    expect(silent.length, silent.join(', ')).toBeLessThanOrEqual(15);
    expect(result.filter(({ price }) => /no price listed/.test(price))).toEqual([]);
  });

  it('gives every operation an example that its own schema accepts', () => {
    for (const operation of allOperations()) {
      const given = operation.input.safeParse(exampleArguments(operation));
      expect(given.success, `${operation.name}: ${given.error?.message}`).toBe(true);
      expect(
        operation.rules.every(({ holds }) => holds(exampleArguments(operation))),
        operation.name,
      ).toBe(true);
    }
  });

  it('names in an example no record of the platform, but the operation that gives its id', async () => {
    const example = async (name: string): Promise<string> => String(dataOf(await describeIt(name)).example);
    expect(await example('articles.get')).toContain('{"id":"<articles.list>"}');
    expect(await example('prompt_tags.assign')).toContain('{"id":"<prompts.list>","tag_id":"<prompt_tags.list>"}');
    const described = await Promise.all(canonicals.map(({ name }) => example(name)));
    expect(described.filter((one) => /\b(id|\w+_ids?|project)":\[?\d/.test(one))).toEqual([]);
  });

  it('states likely fields of a body that the contract does not show, apart from its arguments', async () => {
    const result = dataOf(await describeIt('calendar.create'));
    expect(result.likely.title).toMatch(/^text; /);
    expect(result.arguments).not.toHaveProperty('title');
    expect(result.arguments).toHaveProperty('body');
    expect(result.example).toContain('"scheduled_for":"2026-12-01"');
  });

  it('takes up to five names at once, and one that is wrong costs none of the others', async () => {
    const result = dataOf(await describeIt(['calendar.create', 'calendar.lsit', 'POST /keywords/research'] as never));
    expect(result.map(({ operation }: { operation: string }) => operation)).toEqual([
      'calendar.create',
      'calendar.lsit',
      'keywords.research',
    ]);
    expect(result[1].error).toContain('calendar.list');
    expect(errorOf(await describeIt(Array.from({ length: 6 }, () => 'calendar.list') as never))).toMatchObject({
      code: 'invalid_arguments',
      message: expect.stringContaining('1..5'),
    });
  });

  it('finds every operation by its address', () => {
    for (const { name, method, path } of canonicals) expect(namedOperation(`${method} ${path}`)?.name).toBe(name);
  });

  it.each([
    ['brands.list', 'tracking.list'],
    ['posts.list', 'blog.list_posts'],
    ['todos.list', 'action_center.list_todos'],
    ['listTodos', 'action_center.list_todos'],
    ['tracking.prompts', 'prompts.list'],
    ['tracking_projects.list', 'tracking.list'],
  ])('takes %s, which there is not, for %s by its words, and says what that takes', async (asked, meant) => {
    const { code, outcome, message, next } = errorOf(await describeIt(asked));
    expect([code, outcome]).toEqual(['unknown_operation', 'not_sent']);
    expect(message).toContain(meant);
    expect(String(next).startsWith(`${meant}(`) || String(next).includes(`"${meant}"`)).toBe(true);
  });

  const mistypes: readonly [string, (family: string, action: string) => string][] = [
    ['as a tool with a letter too many', (family, action) => `${family}_${action}x`],
    ['with the family in the singular', (family, action) => `${family.replace(/s$/, '')}.${action}`],
    ['without its last letters', (family, action) => `${family}.${action.slice(0, -2)}`],
    ['the wrong way round', (family, action) => `${action}_${family}`],
    [
      'in camel case',
      (family, action) => `${family}_${action}`.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    ],
  ];

  // Each operation by one of them; by all of them in `npm run torture:steps`.
  it.each(mistypes.map(([manner, mistype], at) => ({ manner, mistype, at })))(
    'knows which one is meant by a name $manner, whichever it is',
    async ({ mistype, at }) => {
      const lost: string[] = [];
      const some = canonicals.filter((_, index) => isThorough || index % mistypes.length === at);
      for (const { name, family } of some)
        if (!(await meantBy(mistype(family, name.slice(family.length + 1)))).includes(name)) lost.push(name);
      expect(lost).toEqual([]);
    },
  );
});
