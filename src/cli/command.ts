import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';

/** One option of a command's own, beside the settings every command takes. */
export interface Option {
  readonly type: 'string' | 'boolean';
  readonly value?: string;
  readonly says: string;
}

export interface Command {
  readonly usage: string;
  readonly about: string;
  /** Command lines that work as they stand, without the program's name. */
  readonly examples?: readonly string[];
  readonly options?: Readonly<Record<string, Option>>;
  /** How many arguments beside options it takes at most. */
  readonly takes?: number;
  /** Whether it uses the settings of `Config`. Default: yes. */
  readonly configured?: false;
  run(invocation: Invocation): Promise<ExitCode>;
}

/** 0: done. 1: done, and the outcome is an error. 2: not started, since the command line or a setting is wrong. */
export type ExitCode = 0 | 1 | 2;

export interface Invocation {
  readonly config: Config;
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
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
