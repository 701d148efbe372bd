import { openClient } from '../cli/wiring/open-client.ts';
import type { Client } from '../client/client.ts';
import type { CallOptions, JobView, Quote } from '../client/call/reply.ts';
import { VisibilityError } from '../client/errors/visibility-error.ts';
import { systemClock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { createPerform } from '../platform/perform.ts';
import { platformObject } from '../platform/platform-object.ts';
import { checkWithoutPerson } from '../server/elicitation/spend-consent.ts';
import { taskRunner } from '../tools/run-task.ts';
import { withProgramOptions } from '../platform/with-program-options.ts';
import { configOf, type ConnectOptions } from './connect-options.ts';
import type { Operations, Result } from './platform-types.ts';

/** The platform as a library: every operation as a method, within the budget, the ledger, the rate and the jobs that every process on the same state shares. */
export interface Platform extends Operations {
  /** Whole tasks, such as `writeArticle`, by the names of their tools. */
  readonly workflows: Readonly<
    Record<string, (order?: Readonly<Record<string, unknown>>) => Promise<Result<Readonly<Record<string, unknown>>>>>
  >;
  /** Prices a plan before any of it runs. */
  estimate(
    plan: readonly (readonly [operation: string, input?: Readonly<Record<string, unknown>>])[],
  ): Promise<Readonly<Record<string, unknown>>>;
  readonly jobs: {
    /** Waits for a job, also one that another process started. */
    wait(id: string): Promise<Result<unknown>>;
    /** Jobs on record, newest first. */
    list(filter?: {
      readonly state?: string | undefined;
      readonly limit?: number | undefined;
    }): Promise<readonly JobView[]>;
  };
  /** Closes everything that was opened. Jobs go on. */
  close(): Promise<void>;
}

/**
 * Opens the platform: the configured one, or without a token the embedded one.
 *
 * @throws SettingError for an option or a variable that is unknown or malformed
 */
export async function connect(options: ConnectOptions = {}): Promise<Platform> {
  const config = configOf(options, process.env);
  const { signal, onProgress } = options;
  signal?.throwIfAborted();
  const client = await openClient(config, { endWaits: signal });
  const called = withProgramOptions(client, {
    permit: permitOf(config),
    options: { consent: consentOf(config, options) },
  });
  const perform = createPerform({
    client: called,
    runTask: taskRunner(called, {
      toolsets: [],
      readOnly: config.readOnly,
      maxWaitSeconds: config.maxWaitSeconds,
    }),
    clock: systemClock,
    maxWaitSeconds: config.maxWaitSeconds,
  });
  const terms = {
    files: { folders: [...config.files] },
    signal,
    onProgress,
  };
  const platform = platformObject((name, args) => perform(name, args, terms));
  return closable(platform, client) as unknown as Platform;
}

/** The same object with `close`, which no program of `run_code` has. */
const closable = (platform: Readonly<Record<string, unknown>>, client: Client): object => {
  const close = (): Promise<void> => client.close();
  return new Proxy(platform, {
    get: (target, name) => (name === 'close' || name === Symbol.asyncDispose ? close : Reflect.get(target, name)),
  });
};

const permitOf =
  ({ readOnly }: Config): NonNullable<Parameters<typeof withProgramOptions>[1]['permit']> =>
  ({ name, effect }) => {
    if (readOnly && effect !== 'read')
      throw new VisibilityError('not_permitted', `${name} is not only a read, and readOnly is set.`, {
        outcome: 'not_sent',
      });
  };

/** The operator's threshold, decided by the callback where there is one. */
function consentOf(config: Config, { confirm }: ConnectOptions): NonNullable<CallOptions['consent']> {
  const check = checkWithoutPerson(config);
  return async (quote, beyond) => {
    try {
      return check(quote, beyond);
    } catch (error) {
      if (!confirm || !(await confirm(questionOf(quote)))) throw error;
      return 'person';
    }
  };
}

const questionOf = ({
  operation,
  credits,
  basis,
}: Quote): { operation: string; credits: number | null; basis: string } => ({
  operation,
  credits,
  basis,
});
