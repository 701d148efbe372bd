import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { tasks } from '../../eval/tasks/index.ts';
import { codeLimits } from '../../src/base/code-limits.ts';
import { allOperations } from '../../src/catalog/index.ts';
import { commands } from '../../src/cli/commands/index.ts';
import { settings, type Setting } from '../../src/app/config/settings.ts';
import { errorCodes, isErrorCode } from '../../src/client/errors.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(resolve(root, file), 'utf8').replaceAll(/\s+/g, ' ');

const printed = async (...args: string[]): Promise<string> =>
  (
    await promisify(execFile)(process.execPath, ['bin/visibility-mcp.js', 'tools', ...args], {
      cwd: root,
      maxBuffer: 64e6,
    })
  ).stdout;

interface Listed {
  readonly tools: readonly { readonly name: string; readonly description: string; readonly inputSchema: object }[];
}

const costOf = ({ tools }: Listed): number =>
  countTokens(JSON.stringify(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))));

/** The numbers that a pattern finds in a file, at least one. */
function stated(file: string, pattern: RegExp): number[] {
  const numbers = [...read(file).matchAll(pattern)].map(([, digits = '']) => Number(digits.replaceAll(',', '')));
  expect(numbers, `${file} ${pattern}`).not.toEqual([]);
  return numbers;
}

test('what the guides say a tool list costs is what it costs, to two hundredths', async () => {
  const [list, all] = await Promise.all([printed('--json'), printed('--json', '--toolsets', 'all')]);
  const [few, many] = [JSON.parse(list) as Listed, JSON.parse(all) as Listed];
  const figures = [
    [costOf(few), 'README.md', /tool list takes ([\d,]+)/g],
    [costOf(few), 'docs/measurements.md', /([\d,]+) tokens(?: \| – \| – \| ≤ 4,000|, everything)/g],
    [costOf(many), 'README.md', /tool for each operation would take ([\d,]+)/g],
    [costOf(many), 'docs/measurements.md', /([\d,]+) tokens of tool list/g],
    [
      (costOf(many) - costOf(few)) / (many.tools.length - few.tools.length),
      'docs/measurements.md',
      /(\d+) tokens \| – \| – \| ≤ 130/g,
    ],
  ] as const;
  const wrong = figures.flatMap(([counted, file, pattern]) =>
    stated(file, pattern)
      .filter((number) => Math.abs(number / counted - 1) > 0.02)
      .map((number) => `${file} says ${number}, it is ${Math.round(counted)}`),
  );
  expect(wrong).toEqual([]);
  expect(stated('README.md', /through (\d+) tools/g)).toEqual([few.tools.length]);
  expect(stated('docs/README.md', /the (\d+) tools/g)).toEqual([few.tools.length]);
});

test('other numbers of the guides are those that can be counted', () => {
  expect(read('README.md').split(' ').length).toBeLessThanOrEqual(900);
  expect(stated('docs/agents.md', /the (\d+) tasks of/g)).toEqual([tasks.length]);
  const places = [
    ...['README.md', 'docs/README.md', 'server.json', 'src/tools/instructions.ts'].map(
      (file) => [file, /(\d{3}) operations/g] as const,
    ),
    ['docs/measurements.md', /of the (\d{3}) are second/g] as const,
  ];
  const wrong = places.filter(([file, pattern]) => stated(file, pattern).some((n) => n !== allOperations().length));
  expect(
    wrong.map(([file]) => file),
    `should say ${allOperations().length} operations`,
  ).toEqual([]);
});

const settingFlags = [
  ...Object.values<Setting>(settings).flatMap(({ flag }) => flag ?? []),
  'help',
  'version',
  'json',
  'yes',
];

test('commands in the sentences of the guides have options that exist', async () => {
  const wrong: string[] = [];
  for (const file of [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...globSync('docs/*.md', { cwd: root }),
    ...globSync('docs/decisions/*.md', { cwd: root }),
  ]) {
    const text = readFileSync(resolve(root, file), 'utf8').replaceAll(/^```[^]*?^```$/gm, '');
    for (const [line, rest = ''] of text.matchAll(/(?<=`)(?:node bin\/)?visibility-mcp(?:\.js)? ([^`]+)(?=`)/g)) {
      const [name = ''] = /^[a-z]+(?= |$)/.exec(rest) ?? [];
      const command = name === '' ? undefined : await commands[name]?.load();
      if (name !== '' && !command) wrong.push(`${file}: ${line}`);
      const options = new Set([...Object.keys(command?.options ?? {}), ...settingFlags]);
      for (const [, flag = ''] of rest.matchAll(/--([a-z][a-z-]*)/g))
        if (!options.has(flag)) wrong.push(`${file}: ${line}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('docs/code.md states each bound of programs that a setting has, and its default', () => {
  const rows = read('docs/code.md').matchAll(/\| `(\w+)` \| ([\d,]+) \|/g);
  const bounds = Array.from(rows, ([, name = '', value = '']) => [name, Number(value.replaceAll(',', ''))]);
  expect(Object.fromEntries(bounds)).toEqual(codeLimits({}));
});

test('docs/tools.md explains every error code, and promises none that the platform could take for something else', () => {
  const table =
    /\| code \| means \|\n([^]*?)\n\n/.exec(readFileSync(resolve(root, 'docs/tools.md'), 'utf8'))?.[1] ?? '';
  const promised = [...table.matchAll(/`([a-z_]+)`/g)].map(([, code = '']) => code);
  expect(promised.filter((code) => code !== 'retry_after' && !isErrorCode(code))).toEqual([]);
  expect(errorCodes.filter((code) => !promised.includes(code))).toEqual([]);
});
