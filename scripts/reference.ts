import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { families } from '../src/catalog/index.ts';
import type { Family, Operation } from '../src/catalog/vocabulary/index.ts';
import { type Setting, settings } from '../src/app/config/settings.ts';
import { descriptionOf } from '../src/tools/operations/description.ts';
import type { Platform } from '../src/client/platform.ts';
import { fixedTools } from '../src/tools/fixed-tools.ts';
import { createPrompts } from '../src/resources/index.ts';
import { priceValue } from '../src/catalog/schema/price-line.ts';

/**
 * The reference that people read, by its path in docs/: of the catalog one page a family, and one that lists them; one page of
 * the settings.
 */
export function reference(): Map<string, string> {
  return new Map([
    ['configuration.md', configuration()],
    ['tools.md', withToolTable(readFileSync('docs/tools.md', 'utf8'))],
    ['operations/README.md', contents()],
    ...families.map((family): [string, string] => [`operations/${family.name}.md`, page(family)]),
  ]);
}

/** The tools of every configuration, with what people read of each in manifest.json and docs/tools.md. */
export const toolTexts = (): { name: string; description: string }[] =>
  fixedTools({} as Platform, {
    toolsets: [],
    readOnly: false,
    maxWaitSeconds: undefined,
    runs: () => Promise.reject(new Error('these tools are only listed')),
  }).map(({ name, about = '' }) => ({ name, description: about }));

/** The prompts as manifest.json has them, the arguments that they need as placeholders. */
export const promptTexts = () =>
  createPrompts().map(({ name, description, arguments: all, render }) => {
    const needed = all.filter(({ required }) => required).map((argument) => argument.name);
    const text = render(Object.fromEntries(needed.map((argument) => [argument, `\${arguments.${argument}}`])));
    return { name, description, arguments: needed, text };
  });

/** The page with its first table, one row a tool, made from the tools' declarations. */
function withToolTable(page: string): string {
  const rows = toolTexts().map(({ name, description }) => `| \`${name}\` | ${cell(description)} |`);
  return page.replace(/(?<=\| tool \| for \|\n\| --- \| --- \|\n)(?:\|.*\n)*/, () => `${rows.join('\n')}\n`);
}

function configuration(): string {
  const row = (variable: string | undefined, flag: string | undefined, says: string) =>
    `| ${variable ? `\`${variable}\`` : '–'} | ${flag ? `\`--${flag}\`` : '–'} | ${cell(says)} |`;
  return [
    '# Configuration',
    '',
    'Made from the settings by `npm run reference`. Each is a flag of every command or an environment variable; the flag wins.',
    'An empty value, or a placeholder such as `${user_config.x}`, counts as unset. An unknown or malformed setting ends the start',
    'with one line that says which. Secrets are never flags, since flags show in process lists.',
    '',
    '| variable | flag | meaning |',
    '| --- | --- | --- |',
    ...Object.entries<Setting>(settings)
      .filter(([name]) => name !== 'apiTokenFile')
      .map(([name, { variable, flag, says }]) =>
        row(name === 'apiToken' ? `${variable}\`, \`${settings.apiTokenFile.variable}` : variable, flag, says),
      ),
    ...networkVariables.map(([variable, says]) => row(variable, undefined, says)),
    '',
    'More: [budget](budget.md), [programs](code.md), [services](deployment.md), [networks](network.md).',
    '',
  ].join('\n');
}

/** Variables of the network that the program reads like others do. */
const networkVariables = [
  ['HTTPS_PROXY', 'proxy that requests leave through, http://[user:password@]host:port; also in lower case'],
  ['HTTP_PROXY', 'the same for http, and for https where HTTPS_PROXY is unset'],
  ['NO_PROXY', 'hosts that are reached without a proxy: internal.example,127.0.0.1, or *'],
  ['NODE_EXTRA_CA_CERTS', 'file of certificates (PEM) to trust in addition to those of Node'],
  ['NODE_USE_SYSTEM_CA', '1: what this machine trusts is trusted too'],
] as const;

function contents(): string {
  const lines = families.map(
    ({ name, about, operations }) => `| [${name}](${name}.md) | ${Object.keys(operations).length} | ${cell(about)} |`,
  );
  return [
    '# Operations',
    '',
    'Made from the catalog by `npm run reference`.',
    '',
    '| family | operations | about |',
    '| --- | --- | --- |',
    ...lines,
    '',
  ].join('\n');
}

function page({ name, about, operations }: Family): string {
  const all = Object.values(operations);
  const rows = all.map(
    (operation) =>
      `| [${operation.name}](#${anchor(operation)}) | ${operation.effect} | ${cell(String(priceValue(operation.price)))} | ${cell(operation.does)} |`,
  );
  return [
    `# ${name}`,
    '',
    about,
    '',
    '| operation | effect | credits | does |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    ...all.flatMap(section),
  ].join('\n');
}

function section(operation: Operation): string[] {
  const {
    operation: _name,
    does,
    call,
    address,
    effect: _effect,
    arguments: given,
    example,
    ...facts
  } = descriptionOf(operation);
  return [
    `## ${operation.name}`,
    '',
    `\`${String(address)}\`${operation.aliasOf ? `, another address of \`${operation.aliasOf}\`` : ''}`,
    '',
    String(does),
    '',
    `\`${String(call)}\``,
    '',
    ...argumentTable(given),
    ...Object.entries(facts).map(([name, fact]) => `- **${name}**: ${inWords(fact)}`),
    '',
    '```',
    String(example),
    '```',
    '',
  ];
}

function argumentTable(given: unknown): string[] {
  const entries = Object.entries((given as Record<string, string> | undefined) ?? {});
  if (entries.length === 0) return [];
  return ['| argument | |', '| --- | --- |', ...entries.map(([name, says]) => `| \`${name}\` | ${cell(says)} |`), ''];
}

function inWords(fact: unknown): string {
  if (Array.isArray(fact)) return fact.map(inWords).join('; ');
  if (typeof fact === 'object' && fact !== null) {
    return Object.entries(fact)
      .map(([name, says]) => `\`${name}\` ${inWords(says)}`)
      .join('; ');
  }
  return String(fact);
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const anchor = ({ name }: Operation): string => name.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '');

if (import.meta.main) {
  const pages = reference();
  await rm('docs/operations', { recursive: true, force: true });
  await mkdir('docs/operations', { recursive: true });
  for (const [path, text] of pages) await writeFile(join('docs', path), text);
  const manifest = JSON.parse(readFileSync('manifest.json', 'utf8'));
  await writeFile(
    'manifest.json',
    `${JSON.stringify({ ...manifest, tools: toolTexts(), prompts: promptTexts() }, null, 2)}\n`,
  );
}
