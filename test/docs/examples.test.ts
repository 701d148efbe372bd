import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { systemClock } from '../../src/base/clock.ts';
import { runHere, temporaryFolder } from '../cli/program.ts';

const root = resolve(import.meta.dirname, '../..');

/** Runs lines of a shell in which `visibility-mcp` is this program, in a folder with these files and examples/. */
async function sh(lines: string, files: Readonly<Record<string, string>>, others = {}): Promise<void> {
  const home = temporaryFolder();
  symlinkSync(`${root}/examples`, `${home}/examples`);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text);
  const settings = { HOME: home, VISIBILITY_STATE: `${home}/state.db`, VISIBILITY_SANDBOX_SPEED: '1000', ...others };
  for (const { args, env } of commandsIn(lines, home, settings))
    expect(await runHere(args, { cwd: home, env }), args.join(' ')).toMatchObject({ code: 0 });
}

/** Settings for a platform without a rate limit, under which `verify` takes minutes. */
async function unlimited() {
  const { url, close } = await startSandbox({ rate: 0, clock: systemClock });
  onTestFinished(close);
  return { VISIBILITY_API_URL: url, VISIBILITY_API_TOKEN: 'sandbox-owner', VISIBILITY_RATE: '60000' };
}

interface Command {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** What bash makes of the lines: it tells the words and the environment of each command in place of starting it. */
function commandsIn(lines: string, cwd: string, settings: Readonly<Record<string, string>>): Command[] {
  const tell = `'${process.execPath}' -p 'JSON.stringify({ args: process.argv.slice(1), env: process.env })' -- "$@" >&3`;
  const script = `set -e; exec 3>&1; visibility-mcp() { ${tell}; }\n${lines}`;
  const env = { PATH: process.env['PATH'], ...settings };
  const told = execFileSync('bash', ['-c', script], { cwd, env, encoding: 'utf8' });
  return told
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Command);
}

/** Fenced blocks of a guide in one language. */
const blocksOf = (file: string, language: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^```(\w*)\n([^]*?)\n```$/gm)]
    .filter(([, said]) => said === language)
    .map(([, , text = '']) => text);

const guides = ['README.md', ...globSync('docs/*.md', { cwd: root })];
const blocks = (language: string): [string, string][] =>
  guides.flatMap((file) => blocksOf(file, language).map((text): [string, string] => [file, text]));

describe('the guides', () => {
  // A test in a guide is run by test/library/nights.test.ts.
  const programs = blocks('ts').filter(([, program]) => !program.includes(`from 'vitest'`));
  const isWhole = ([, program]: [string, string]) => program.includes('import ');

  it.for(programs.filter(isWhole))('have programs that run as they stand: %s, %s', ([, program]) => {
    // The package knows itself by its name.
    const args = ['--input-type=module-typescript', '--eval', program];
    const env = { PATH: process.env['PATH'], VISIBILITY_STATE: join(temporaryFolder(), 'state.db') };
    execFileSync(process.execPath, args, { cwd: root, env });
  });

  it.for(programs.filter((one) => !isWhole(one)))('have programs for `run`: %s, %s', async ([, program]) => {
    await sh(`visibility-mcp run program.ts --may read,write --input '{"project": 1}'`, { 'program.ts': program });
  });

  it.for(blocks('').filter(([, lines]) => isOurs(lines)))(
    'have commands that work as they stand: %s, %s',
    async ([, lines]) => {
      const commands = lines.replaceAll('node bin/visibility-mcp.js', 'visibility-mcp');
      await sh(commands, { '.visibility-token': 'token' }, lines.includes('verify ') ? await unlimited() : {});
    },
  );
});

/** Whether a block holds commands of this program only, which end by themselves and hold no placeholders. */
const isOurs = (lines: string): boolean =>
  lines
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .every((line) => /^(\w+=\S+ )*(node bin\/)?visibility-mcp(\.js)? (?!sandbox|http|.*\b[A-Z]{4,}\b)/.test(line));
