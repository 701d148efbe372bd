import { settings, type Setting, type SettingName } from '../../app/config/settings.ts';
import { commands } from '../commands/index.ts';
import type { Command } from '../command.ts';
import { type ExitCodeLine, exitCodes } from '../exit-code.ts';

/** The settings that help lists, by subject. docs/configuration.md has all of them. */
const subjects: readonly (readonly [subject: string, names: readonly SettingName[]])[] = [
  ['Account', ['apiUrl', 'apiToken', 'apiTokenFile', 'accounts', 'account']],
  ['Money', ['budget', 'confirmAbove', 'unattended', 'readOnly', 'label']],
  ['What agents see', ['toolsets', 'project', 'trackingProject', 'code', 'maxWait']],
  ['Files', ['state', 'files', 'outFolder', 'logLevel']],
];

/** The whole program's help: one screen. */
export const programHelp = (): string => `Usage: visibility-mcp [command] [options]

An MCP server for a content-production and AI-visibility platform, within a budget.
Without a command it speaks MCP on stdin and stdout.

Commands (visibility-mcp COMMAND --help explains one):
${indent(Object.entries(commands).map(([name, { about }]) => [name, about]))}

Settings, each by flag or environment variable (the flag wins):
${settingsHelp()}

docs/configuration.md has the others: time zone, rate, bounds of programs, the embedded platform, http.
  -h, --help, -v, --version`;

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

function settingsHelp(): string {
  const rows = subjects.flatMap(([subject, names]) =>
    names.map((name, at) => {
      const { flag, variable, value, says }: Setting = settings[name];
      const [inShort = says] = says.split(/[;:(,]/);
      return [
        at === 0 ? subject : '',
        flag === undefined ? '' : `--${flag}${value ? ` ${value}` : ''}`,
        variable ?? '',
        inShort.trim(),
      ];
    }),
  );
  return indent(rows);
}

/** Rows below a heading, in columns. */
function indent(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) => `  ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd()).join('\n');
}
