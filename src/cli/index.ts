/**
 * The command line: `commands/` has a file for each command, `output/` what they print, `terminal/` what is special about a terminal, and
 * `install/` writes the configuration of a client. What a command does is the business of the rooms below.
 */

import { parseArgs } from 'node:util';
import { systemClock } from '../base/clock.ts';
import { readConfig } from '../app/config/config.ts';
import { oneAccount } from '../app/config/one-account.ts';
import { didYouMean } from '../base/text/nearest.ts';
import { SettingError } from '../base/setting-error.ts';
import { StateUnavailable } from '../state/sql/state-unavailable.ts';
import { optionType, settingFlags, settings } from '../app/config/settings.ts';
import { commands } from './commands/index.ts';
import type { Command } from './command/command.ts';
import type { ExitCode } from './command/exit-code.ts';
import { OutputFailed, print } from './output/print.ts';
import { version } from '../app/version.ts';

type Options = Record<string, { type: 'string' | 'boolean'; short?: string | undefined }>;

const common: Options = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } };

/**
 * Runs one command line, without the program's name.
 * @param stop aborted when the process is asked to end
 * @returns the exit code; a SettingError has been printed on stderr in one line
 */
export async function run(argv: readonly string[], stop: AbortSignal): Promise<ExitCode> {
  try {
    return await dispatch(argv, stop);
  } catch (error) {
    const isExpected =
      error instanceof SettingError || error instanceof StateUnavailable || error instanceof OutputFailed;
    if (!isExpected) throw error;
    process.stderr.write(`visibility-mcp: ${error.message.replaceAll('\n', ' ')}\n`);
    return error instanceof SettingError ? 2 : 1;
  }
}

async function dispatch(argv: readonly string[], stop: AbortSignal): Promise<ExitCode> {
  const name = commandOf(argv);
  if (name === undefined) {
    const { values } = parse(argv, {}, 0);
    if (values['help'] || values['version']) {
      endWithReader();
      return values['help'] ? help(undefined) : say(version);
    }
    const { stdio } = await import('./commands/stdio.ts');
    const config = readConfig(values, process.env);
    return stdio.run({ config, options: values, flags: values, args: [], clock: systemClock, stop });
  }
  endWithReader();
  if (name === 'help') return help(withoutFirst(argv, name)[0]);
  const command = await load(name);
  const { values, args } = parse(withoutFirst(argv, name), command, command.takes ?? 0);
  if (values['help']) return help(name);
  if (values['version']) return say(version);
  const flags = settingsIn(values, command);
  return command.run({
    config: command.ofSeveral ? readConfig(flags, process.env) : oneAccount(readConfig(flags, process.env)),
    options: values,
    flags,
    args,
    clock: systemClock,
    stop,
  });
}

/** The reader of stdout may close the pipe first (`visibility-mcp tools | head -1`), which is not an error. */
function endWithReader(): void {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit(0);
  });
}

/** `help` and `help COMMAND`, which people type as often as `--help`. */
async function help(name: string | undefined): Promise<ExitCode> {
  const command = name === undefined ? undefined : await load(name);
  const { commandHelp, programHelp } = await import('./help.ts');
  return say(command ? commandHelp(command) : programHelp());
}

async function load(name: string): Promise<Command> {
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!entry)
    throw new SettingError(`no such command: ${name}${didYouMean(name, Object.keys(commands))} (--help lists them)`);
  return entry.load();
}

/** The options that are settings. An option of the command itself does not count, even if a setting has the same name. */
const settingsIn = (values: Parsed['values'], { options = {} }: Command): Parsed['values'] =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(options, name)));

async function say(text: string): Promise<ExitCode> {
  await print(text);
  return 0;
}

/** The first word that is neither an option nor an option's value. Only settings may precede it. */
function commandOf(argv: readonly string[]): string | undefined {
  refuseTokenFlags(argv);
  const options = { ...settingFlags(), ...common };
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional') return token.value;
    if (token.kind === 'option' && !Object.hasOwn(options, token.name))
      throw unknownOption(token.rawName, Object.keys(options));
  }
  return undefined;
}

function withoutFirst(argv: readonly string[], word: string): string[] {
  const at = argv.indexOf(word);
  return argv.toSpliced(at, 1);
}

interface Parsed {
  readonly values: Record<string, string | boolean | undefined>;
  readonly args: readonly string[];
}

function parse(argv: readonly string[], { options = {}, configured }: Partial<Command>, takes: number): Parsed {
  const knownOptions: Options = { ...(configured === false ? {} : settingFlags()), ...common };
  for (const [name, option] of Object.entries(options)) knownOptions[name] = { type: optionType(option) };
  let parsed;
  try {
    parsed = parseArgs({ args: [...argv], options: knownOptions, strict: true, allowPositionals: true });
  } catch (error) {
    throw explained(error, Object.keys(knownOptions));
  }
  const { values, positionals } = parsed;
  if (positionals.length > takes) throw new SettingError(`unexpected argument: ${positionals[takes]}`);
  return { values: values as Parsed['values'], args: positionals };
}

function refuseTokenFlags(argv: readonly string[]): void {
  const flag = argv.find((arg) => /^--(api-|http-)?token(-file)?(=|$)/.test(arg));
  if (flag === undefined) return;
  const variable = flag.startsWith('--http') ? settings.httpToken.variable : settings.apiToken.variable;
  throw new SettingError(`${flag.replace(/=.*/s, '')} is no flag, since flags show in process lists; set ${variable}`);
}

/** The error of node:util in one sentence; for an unknown option, with the one that was probably meant. */
function explained(error: unknown, knownOptions: readonly string[]): SettingError {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /^Unknown option '(--?[^']+)'/.exec(message)?.[1];
  return unknown === undefined
    ? new SettingError(message.replace(/\.\s.*$/s, ''))
    : unknownOption(unknown, knownOptions);
}

function unknownOption(option: string, knownOptions: readonly string[]): SettingError {
  const names = knownOptions.map((name) => `--${name}`);
  return new SettingError(`unknown option ${option}${didYouMean(option, names)}`);
}
