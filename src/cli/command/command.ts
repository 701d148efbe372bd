import type { Clock } from '../../base/index.ts';
import type { Config, Flags } from '../../app/index.ts';
import type { ExitCode, ExitCodeLine } from './exit-code.ts';

/** An option that belongs to one command, in addition to the settings that every command takes. */
export interface Option {
  /** Placeholder of its value in help texts. Absent: it is a switch. */
  readonly value?: string | undefined;
  readonly says: string;
}

/** One command of the command line. */
export interface Command {
  readonly usage: string;
  readonly about: string;
  /** Working command lines, without the program's name. */
  readonly examples?: readonly string[] | undefined;
  readonly options?: Readonly<Record<string, Option>> | undefined;
  /** The exit codes that its help lists. */
  readonly exitCodes?: readonly ExitCodeLine[] | undefined;
  /** Maximum number of arguments, without options. Default: none. */
  readonly takes?: number | undefined;
  /** Whether it can work in several accounts at once. Otherwise it gets the configuration of one of them. */
  readonly ofSeveral?: true | undefined;
  /** Whether it takes the settings of `Config` as options. Default: yes. */
  readonly configured?: false | undefined;
  run(invocation: Invocation): Promise<ExitCode>;
}

/** The input of a command. */
export interface Invocation {
  readonly config: Config;
  /** All options of the command line: the command's own, and settings. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** The options that are settings. An option of the command itself does not count, even if a setting has the same name. */
  readonly flags: Flags;
  readonly args: readonly string[];
  readonly clock: Clock;
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly stop: AbortSignal;
}

/** The text given to an option; undefined if there is none. */
export const textOption = ({ options }: Invocation, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};

/** The option of commands that print JSON on request. */
export const jsonOption = { json: { says: 'print JSON' } } as const;

/** Whether the command line asks for JSON. */
export const wantsJson = ({ options }: Pick<Invocation, 'options'>): boolean => options['json'] === true;
