import { execFile } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { connect, type Platform } from '../../src/library/index.ts';
import { folder } from '../mcp/support/scope.ts';
import { processClock } from '../support/clock/process-clock.ts';

const root = resolve(import.meta.dirname, '../..');

interface Place {
  readonly home: string;
  /** Runs a line in a shell, in a folder that holds examples/; `visibility-mcp` is this program. Rejects unless it succeeds. */
  sh(line: string): Promise<string>;
  /** The embedded platform that those lines work on. */
  platform(): Promise<Platform>;
}

function place(scope: TestContext): Place {
  const home = folder(scope);
  const env = {
    HOME: home,
    PATH: `${home}/bin:${process.env['PATH']}`,
    VISIBILITY_STATE: `${home}/state.db`,
    VISIBILITY_SANDBOX_SPEED: '1000',
    // A job is polled no more than every five seconds.
    ...processClock(5).env,
  };
  mkdirSync(`${home}/bin`);
  const program = `#!/bin/sh\nexec '${process.execPath}' '${root}/bin/visibility-mcp.js' "$@"\n`;
  writeFileSync(`${home}/bin/visibility-mcp`, program, { mode: 0o755 });
  symlinkSync(`${root}/examples`, `${home}/examples`);
  return {
    home,
    sh: (line) =>
      new Promise((done, fail) =>
        execFile('bash', ['-c', line], { cwd: home, env }, (error, stdout, stderr) =>
          error ? fail(new Error(`${line}: ${stdout}${stderr}`)) : done(stdout),
        ),
      ),
    async platform() {
      const opened = await connect({ sandbox: true, sandboxSpeed: 1000, state: `${home}/state.db` });
      scope.onTestFinished(() => opened.close());
      return opened;
    },
  };
}

/** The command in the head of an example, with another input where one is given. */
function commandOf(example: string, input?: object): string {
  const [, command = ''] =
    /^\/\/ (visibility-mcp run .*)$/m.exec(readFileSync(join(root, 'examples', example), 'utf8')) ?? [];
  return input ? command.replace(/--input '[^']*'/, `--input '${JSON.stringify(input)}'`) : command;
}

/** What the program of an example returned. */
const dataOf = (stdout: string): unknown =>
  (JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { readonly data: unknown }).data;

describe.concurrent('an example', () => {
  it('track-brands says of each brand what became of it', async (scope) => {
    const { sh, platform } = place(scope);
    const csv = 'name,domain,country\nAcme,acme.example,DE\nFjordkiste,fjordkiste.example,DE\nNowhere,nowhere.example,';
    expect(dataOf(await sh(commandOf('track-brands.ts', { csv })))).toEqual([
      { name: 'Acme', domain: 'acme.example', outcome: 'tracked' },
      { name: 'Fjordkiste', domain: 'fjordkiste.example', outcome: 'already tracked' },
      { name: 'Nowhere', domain: 'nowhere.example', outcome: 'needs_input', missing: ['country'] },
    ]);
    const { data: tracked } = await (await platform()).tracking.list();
    const active = tracked.filter(({ status }) => status === 'active').map(({ domain }) => domain);
    expect(active).toEqual(expect.arrayContaining(['acme.example', 'fjordkiste.example']));
    expect(active).not.toContain('nowhere.example');
  });

  it('visibility-digest shows how visible each tracked brand is', async (scope) => {
    const { sh, platform } = place(scope);
    const digest = dataOf(await sh(commandOf('visibility-digest.ts')));
    const { data: brand } = await (await platform()).tracking.get({ id: 1 });
    expect(digest).toContain(`## ${brand.name}`);
    expect(digest).toMatch(/Visibility index: [1-9]\d? of 100/);
    expect(brand.llm_platforms?.length).toBeGreaterThan(0);
    for (const name of brand.llm_platforms ?? [])
      expect(digest).toMatch(new RegExp(`${name}: in \\d[\\d.]* % of answers`));
  });

  it('audit-pages opens a to-do for each weak page', async (scope) => {
    const { sh, platform } = place(scope);
    const urls = ['https://acme.example/a', 'https://acme.example/b'];
    const made = dataOf(await sh(commandOf('audit-pages.ts', { urls, below: 101 })));
    expect(made).toMatchObject({ pages: 2, weak: urls.map((url) => ({ url })) });
    const { data: todos } = await (await platform()).action_center.list_todos();
    const titles = todos.map(({ title }) => String(title));
    for (const url of urls)
      expect(titles).toContainEqual(expect.stringMatching(`Make ${url} citable \\(score \\d+\\)`));
  });

  it('tidy-keywords deletes near-duplicates, and nothing else', async (scope) => {
    const { sh, platform } = place(scope);
    const { keywords } = await platform();
    const list = async () => (await keywords.list({ project: 1 })).data.map(({ keyword }) => keyword).toSorted();
    const before = await list();
    await keywords.create({ project: 1, keyword: 'Box, camping' });
    expect(dataOf(await sh(commandOf('tidy-keywords.ts', { project: 1, apply: false })))).toMatchObject({ deleted: 0 });
    expect(await list()).toHaveLength(before.length + 1);
    expect(dataOf(await sh(commandOf('tidy-keywords.ts')))).toMatchObject({ deleted: 1 });
    expect(await list()).toHaveLength(before.length);
  });
});

/** Fenced blocks of a guide in one language. */
const blocksOf = (file: string, language: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^```(\w*)\n([^]*?)\n```$/gm)]
    .filter(([, said]) => said === language)
    .map(([, , text = '']) => text);

const guides = ['README.md', ...globSync('docs/*.md', { cwd: root })];
const blocks = (language: string): [string, string][] =>
  guides.flatMap((file) => blocksOf(file, language).map((text): [string, string] => [file, text]));

describe.concurrent('the guides', () => {
  // A test in a guide is run by test/library/nights.test.ts.
  const programs = blocks('ts').filter(([, program]) => !program.includes(`from 'vitest'`));
  it.for(programs)('have programs that run as they stand: %s, %s', async ([, program], scope) => {
    const { home, sh } = place(scope);
    const file = join(home, 'program.ts');
    writeFileSync(file, program);
    // The package knows itself by its name.
    const inNode = `cd '${root}' && '${process.execPath}' --input-type=module-typescript --eval "$(cat '${file}')"`;
    await sh(program.includes('import ') ? inNode : `visibility-mcp run program.ts --input '{"project": 1}'`);
  });

  it.for(blocks('').filter(([, lines]) => isOurs(lines)))(
    'have commands that work as they stand: %s, %s',
    async ([, lines], scope) => {
      const { home, sh } = place(scope);
      writeFileSync(join(home, '.visibility-token'), 'token');
      await sh(`set -e\n${lines.replaceAll('node bin/visibility-mcp.js', 'visibility-mcp')}`);
    },
  );
});

/** Whether a block holds commands of this program only, which end by themselves and hold no placeholders. */
const isOurs = (lines: string): boolean =>
  lines
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .every((line) => /^(\w+=\S+ )*(node bin\/)?visibility-mcp(\.js)? (?!sandbox|http|.*\b[A-Z]{4,}\b)/.test(line));
