import type { Clock } from '../clock.ts';
import type { Config, Flags } from '../config/config.ts';
import type { ExitCode, ExitCodeLine } from './exit-code.ts';

/** One option of a command's own, beside the settings every command takes. */
export interface Option {
  readonly type: 'string' | 'boolean';
  readonly value?: string | undefined;
  readonly says: string;
}

export interface Command {
  readonly usage: string;
  readonly about: string;
  /** Command lines that work as they stand, without the program's name. */
  readonly examples?: readonly string[] | undefined;
  readonly options?: Readonly<Record<string, Option>> | undefined;
  /** The exit codes that its help lists. */
  readonly exitCodes?: readonly ExitCodeLine[] | undefined;
  /** How many arguments beside options it takes at most. */
  readonly takes?: number | undefined;
  /** Whether it works in several accounts at once. Otherwise it gets the configuration of one. */
  readonly ofSeveral?: true | undefined;
  /** Whether it uses the settings of `Config`. Default: yes. */
  readonly configured?: false | undefined;
  run(invocation: Invocation): Promise<ExitCode>;
}

export interface Invocation {
  readonly config: Config;
  /** All options that were given: the command's own, and settings. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** Settings among them. What the command takes as an option of its own is none, even by the same name. */
  readonly flags: Flags;
  readonly args: readonly string[];
  readonly clock: Clock;
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly stop: AbortSignal;
}

/** The option's text, if it was given one. */
export const textOption = ({ options }: Invocation, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};
