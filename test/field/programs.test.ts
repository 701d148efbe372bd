import { afterAll, expect, it } from 'vitest';
import { resultOf, stage } from '../programs/runs/support/stage.ts';

const at = await stage();
afterAll(() => at[Symbol.asyncDispose]());

const rename = (project: string): string => `platform.projects.update({ id: ${project}, name: 'Fjordkiste' })`;

it.each<[string, string, ('read' | 'write' | 'delete')[], unknown]>([
  ['a project by its name needs no grant to read', `await ${rename("'fjordkiste'")}; return 1`, ['write'], 1],
  [
    'nor does a brand',
    `await platform.tracking.update({ id: 'Fjordkiste', name: 'Fjordkiste' }); return 1`,
    ['write'],
    1,
  ],
  ['a list does', `return platform.projects.list().catch(({ code }) => code)`, ['write'], 'not_permitted'],
  [
    'a read does',
    `return platform.projects.get({ id: 'fjordkiste' }).catch(({ code }) => code)`,
    ['write'],
    'not_permitted',
  ],
])('%s', async (_, code, may, result) => {
  expect(resultOf(await at.run(code, { may }))).toEqual(result);
});

it('a dry run writes nowhere, no file either, and lists in order what it would have sent', async () => {
  const code = `
    await platform.state.set('dry', 1);
    const saved = await platform.save('dry.csv', [{ a: 1 }]);
    await platform.once('dry', () => platform.articles.create({ project: 1, title: 'Dry' }));
    await Promise.all([platform.storylines.create({ project: 1, keyword: 'a' }), platform.keywords.delete({ id: 1 })]);
    return [saved.uri, await platform.state.get('dry')]`;
  const answer = await at.tool('run_code', { code, may: ['read', 'write', 'delete'], max_credits: 5, dry_run: true });
  expect(answer).toMatchObject({
    ok: true,
    planned: [
      { operation: 'articles.create', credits: 0 },
      { operation: 'storylines.create', credits: 5 },
      { operation: 'keywords.delete', credits: 0 },
    ],
    estimated: 5,
    fits: true,
  });
  expect((answer['data'] as unknown[])[1]).toBeNull();
  const after = `return [await platform.state.get('dry'), await platform.once('dry', () => 'really')]`;
  expect(resultOf(await at.run(after))).toEqual([null, 'really']);
  expect(await at.runs.list()).toHaveLength(5);
});

it('a program in a code block or of one expression runs, and one that returns a function fails', async () => {
  expect(resultOf(await at.run('```js\nreturn 1\n```'))).toBe(1);
  expect(resultOf(await at.run('```typescript\nconst one: number = 1;\nreturn one;\n```\n'))).toBe(1);
  for (const code of ['1 + 0;', '(async () => 1)()', '// one\nawait Promise.resolve(1)'])
    expect(resultOf(await at.run(code))).toBe(1);
  const functions = ['async () => 1', '(() => {\n return 1\n});', 'async function main() { return 1 }'];
  for (const code of ['return async () => 1', 'export default async function () { return 1 }', ...functions])
    expect((await at.tool('run_code', { code }))['error']).toMatchObject({ code: 'run_failed' });
});
