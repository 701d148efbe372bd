import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import { stage } from './support/stage.ts';

const folder = resolve(import.meta.dirname, '../../../examples');

const names = readdirSync(folder).filter((name) => name.endsWith('.ts'));

/** Those that test/programs/runs/flows.test.ts runs. */
const flows = ['ingest-csv.ts', 'nightly-refresh.ts', 'plan-and-write.ts', 'weekly-digest.ts'];

/** A platform on which an example runs as an agent sends it, with what its head gives it to do or with another input. */
async function platform() {
  const rig = await stage();
  return {
    async run(name: string, input?: object): Promise<unknown> {
      const code = readFileSync(join(folder, name), 'utf8');
      expect(code.split('\n').length).toBeLessThan(80);
      const option = (word: string) =>
        new RegExp(`^// visibility-mcp run .* --${word} ('.*?'|\\S+)`, 'm').exec(code)?.[1];
      const answer = await rig.tool('run_code', {
        code,
        input: input ?? JSON.parse(option('input')?.slice(1, -1) ?? 'null'),
        may: option('may')?.split(',') ?? ['read'],
        max_credits: Number(option('max-credits') ?? 0),
        wait_s: 60,
      });
      expect(answer).toMatchObject({ ok: true, run: { state: 'completed' } });
      return answer['data'];
    },
    // oxlint-disable-next-line typescript/no-explicit-any
    ask: async (operation: string, given = {}): Promise<any> =>
      (await rig.client.call(operationNamed(operation), given)).data,
    [Symbol.asyncDispose]: () => rig[Symbol.asyncDispose](),
  };
}

interface Named {
  readonly [field: string]: unknown;
}

describe('an example', () => {
  it('is run here or by the tests of the flows', () => {
    const here = ['audit-pages.ts', 'tidy-keywords.ts', 'track-brands.ts', 'visibility-digest.ts', 'watch.ts'];
    expect(names.toSorted()).toEqual([...here, ...flows].toSorted());
  });

  it('track-brands says of each brand what became of it', async () => {
    await using rig = await platform();
    const csv = 'name,domain,country\nAcme,acme.example,DE\nFjordkiste,fjordkiste.example,DE\nNowhere,nowhere.example,';
    expect(await rig.run('track-brands.ts', { csv })).toEqual([
      { name: 'Acme', domain: 'acme.example', outcome: 'tracked' },
      { name: 'Fjordkiste', domain: 'fjordkiste.example', outcome: 'already tracked' },
      { name: 'Nowhere', domain: 'nowhere.example', outcome: 'needs_input', missing: ['country'] },
    ]);
    const tracked: Named[] = await rig.ask('tracking.list');
    const active = tracked.filter(({ status }) => status === 'active').map(({ domain }) => domain);
    expect(active).toEqual(expect.arrayContaining(['acme.example', 'fjordkiste.example']));
    expect(active).not.toContain('nowhere.example');
  });

  it('visibility-digest shows how visible each tracked brand is', async () => {
    await using rig = await platform();
    const digest = await rig.run('visibility-digest.ts');
    const brand = await rig.ask('tracking.get', { id: 2001 });
    expect(digest).toContain(`## ${brand.name}`);
    expect(digest).toMatch(/Visibility index: [1-9]\d? of 100/);
    expect(brand.llm_platforms.length).toBeGreaterThan(0);
    for (const name of brand.llm_platforms) expect(digest).toMatch(new RegExp(`${name}: in \\d[\\d.]* % of answers`));
  });

  it('watch says nothing at its first look, and later what happened to each brand', async () => {
    await using rig = await platform();
    expect(await rig.run('watch.ts')).toBe('');
    expect(await rig.run('watch.ts', { drop: -100 })).toMatch(/: the index fell from \d+ to \d+/);
  });

  it('audit-pages opens a to-do for each weak page', async () => {
    await using rig = await platform();
    const urls = ['https://acme.example/a', 'https://acme.example/b'];
    const made = await rig.run('audit-pages.ts', { urls, below: 101 });
    expect(made).toMatchObject({ pages: 2, weak: urls.map((url) => ({ url })) });
    const titles = (await rig.ask('action_center.list_todos')).map(({ title }: Named) => title);
    for (const url of urls)
      expect(titles).toContainEqual(expect.stringMatching(`Make ${url} citable \\(score \\d+\\)`));
  });

  it('tidy-keywords deletes near-duplicates, and nothing else', async () => {
    await using rig = await platform();
    const list = async () =>
      (await rig.ask('keywords.list', { project: 1 })).map(({ keyword }: Named) => keyword).toSorted();
    const before = await list();
    await rig.ask('keywords.create', { project: 1, keyword: 'Box, camping' });
    expect(await rig.run('tidy-keywords.ts', { project: 1, apply: false })).toMatchObject({ deleted: 0 });
    expect(await list()).toHaveLength(before.length + 1);
    expect(await rig.run('tidy-keywords.ts')).toMatchObject({ deleted: 1 });
    expect(await list()).toHaveLength(before.length);
  });
});
