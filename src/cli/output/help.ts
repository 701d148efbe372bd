import { networkVariables } from '../../config/network-variables.ts';
import { settings, type Setting } from '../../config/settings.ts';
import { commands } from '../commands/index.ts';
import type { Command } from '../command.ts';
import { type ExitCodeLine, exitCodes } from '../exit-code.ts';

/** The whole program's help. */
export const programHelp = (): string => `Usage: visibility-mcp [command] [options]

An MCP server for a content-production and AI-visibility platform, within a budget.
Without a command it speaks MCP on stdin and stdout.

Commands:
${indent(Object.entries(commands).map(([name, { about }]) => [name, about]))}

Settings, each by flag or environment variable (the flag wins):
${settingsHelp()}

Of the environment, where a real platform is called:
${indent(Object.entries(networkVariables).map(([name, { says }]) => [name, says]))}

  -h, --help, -v, --version

visibility-mcp <command> --help explains one of them.`;

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

const settingsHelp = (): string =>
  indent(
    Object.values<Setting>(settings).map(({ flag, variable, value, says }) => [
      flag === undefined ? '' : `--${flag}${value ? ` ${value}` : ''}`,
      variable ?? '',
      says,
    ]),
  );

/** Rows below a heading, in columns. */
function indent(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) => `  ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd()).join('\n');
}
