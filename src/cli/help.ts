import { settings, type Setting, type SettingName } from '../app/config/settings.ts';
import { commands } from './commands/index.ts';
import type { Command } from './command/command.ts';
import { type ExitCodeLine, exitCodes } from './command/exit-code.ts';

/** The settings by subject. docs/configuration.md explains each. */
const subjects: readonly (readonly [subject: string, names: readonly SettingName[]])[] = [
  ['account', ['apiUrl', 'apiToken', 'apiTokenFile', 'accounts', 'account']],
  ['money', ['budget', 'confirmAbove', 'unattended', 'readOnly', 'label', 'rate']],
  ['agents', ['toolsets', 'project', 'trackingProject', 'code', 'maxWait']],
  ['files', ['state', 'files', 'outFolder', 'logLevel']],
  ['practice', ['sandbox', 'sandboxSpeed']],
  ['http', ['auth', 'publicUrl', 'replica', 'metricsListen']],
  ['secrets', ['httpToken', 'secret', 'eventsSecret']],
];

/** The whole program's help: one screen. */
export const programHelp = (): string => `Usage: visibility-mcp [command] [options]

Connects AI assistants to a content-production and AI-visibility platform, within a budget.
Without a command it speaks MCP on stdin and stdout.

Commands (visibility-mcp COMMAND --help explains one):
${indent(Object.entries(commands).map(([name, { about }]) => [name, about]))}

Settings, by flag or variable (--budget is VISIBILITY_BUDGET); docs/configuration.md explains each:
${indent(subjects.map(([subject, names]) => [subject, names.map(shownName).join(' ')]))}
  -h, --help, -v, --version`;

/** The flag of a setting, or its variable if it has no flag. */
function shownName(name: SettingName): string {
  const { flag, variable = '' }: Setting = settings[name];
  return flag === undefined ? variable : `--${flag}`;
}

/** One command's help. */
export function commandHelp(command: Command): string {
  const own = Object.entries(command.options ?? {}).map(([name, { value, says }]) => [
    `--${name}${value ? ` ${value}` : ''}`,
    says,
  ]);
  return [
    `Usage: visibility-mcp ${command.usage}`,
    command.about,
    ...(own.length > 0 ? [`Options:\n${indent(own)}`] : []),
    ...(command.exitCodes ? [`Exit codes:\n${exitCodeHelp(command.exitCodes)}`] : []),
    ...(command.examples
      ? [`Examples:\n${command.examples.map((line) => `  visibility-mcp ${line}`).join('\n')}`]
      : []),
    ...(command.configured === false
      ? []
      : ['It takes every setting, by flag or variable: visibility-mcp --help lists them.']),
  ].join('\n\n');
}

const exitCodeHelp = (codes: readonly ExitCodeLine[]): string =>
  indent(codes.map((code) => [String(code), exitCodes[code].replaceAll('`', '')]));

/** Rows below a heading, in columns. */
function indent(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) => `  ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd()).join('\n');
}
