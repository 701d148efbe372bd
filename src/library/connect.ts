import { openClient } from '../app/open-client.ts';
import { verifyPlatform } from '../app/verify-platform.ts';
import type { CallOptions, Client, Quote } from '../client/index.ts';
import { systemClock, type Clock } from '../base/clock.ts';
import { openHeld, type SandboxClock, type SandboxOrder } from './held-sandbox.ts';
import type { Config } from '../app/index.ts';
import { openAccounts } from '../app/compose.ts';
import { createPerform, type Perform } from '../programs/platform/perform.ts';
import { performInAccounts } from './perform-in-accounts.ts';
import { platformObject } from '../programs/platform/platform-object.ts';
import { checkWithoutPerson } from '../server/protocol/elicitation/spend-consent.ts';
import { taskRunner } from '../tools/run-task.ts';
import { programClient } from '../programs/platform/program-client.ts';
import { withCallerStack } from './with-caller-stack.ts';
import { configOf, type ConfirmQuestion, type ConnectOptions } from './connect-options.ts';
import type { LibraryMembers, ProgramMembers } from './platform-members.ts';
import type { Operations, Result } from './platform-types.ts';
import { VisibilityError } from '../client/errors.ts';

/** The platform as a library: operations as methods, with the money, limits and jobs of all on the same state. */
export interface Platform extends Operations, ProgramMembers, LibraryMembers {
  /** Whole tasks, such as `writeArticle`, by the names of their tools. */
  readonly workflows: Readonly<
    Record<
      string,
      (
        order?: Readonly<Record<string, unknown>>,
        options?: { readonly account?: string | undefined },
      ) => Promise<Result<Readonly<Record<string, unknown>>>>
    >
  >;
}

/** A connection to its own embedded platform, whose time stands still. */
export interface TestPlatform extends Platform {
  readonly sandbox: SandboxClock;
}

/**
 * Opens the platform: the configured one, or without a token the embedded one.
 * @throws SettingError for an option or a variable that is unknown or malformed
 */
export function connect(options: ConnectOptions & { readonly sandbox: SandboxOrder }): Promise<TestPlatform>;
export function connect(options?: ConnectOptions): Promise<Platform>;
export function connect(options: ConnectOptions = {}): Promise<Platform> {
  return withCallerStack(() => openPlatform(options));
}

async function openPlatform(options: ConnectOptions): Promise<Platform> {
  const config = configOf(options, process.env);
  const { signal, onProgress } = options;
  signal?.throwIfAborted();
  const { perform, own, members, close } = await openWork(config, options);
  const terms = { files: { folders: [...config.files] }, signal, onProgress };
  const verify: Platform['verify'] = (options = {}) =>
    withCallerStack(async () => {
      const { client, config: ownConfig } = own();
      return verifyPlatform(ownConfig, await client(), { ...options, signal: options.signal ?? signal });
    });
  return platformObject((name, args) => withCallerStack(() => perform(name, args, terms)), {
    ...members,
    verify,
    close,
    [Symbol.asyncDispose]: close,
  }) as unknown as Platform;
}

/** The functions that make the calls of a connection. */
interface Work {
  readonly perform: Perform;
  /** Client and configuration of the account for calls that name none. Throws where there are several accounts and no default. */
  readonly own: () => { readonly client: () => Promise<Client>; readonly config: Config };
  /** Members that only this kind of connection has. */
  readonly members?: Partial<TestPlatform> | undefined;
  close(): Promise<void>;
}

async function openWork(config: Config, options: ConnectOptions): Promise<Work> {
  const { signal: endWaits, sandbox: order } = options;
  if (typeof order === 'object') {
    const { client, config: own, clock, sandbox, close } = await openHeld(config, order, options);
    const perform = performOver(client, own, options, clock);
    return { perform, own: () => ({ client: async () => client, config: own }), members: { sandbox }, close };
  }
  if (config.accounts) {
    const { choice, close } = await openAccounts(config, config.accounts, { endWaits });
    const performs = new Map<string, Perform>();
    for (const { name, client, config: own } of choice.all)
      performs.set(name, performOver(await client(), own, options));
    return {
      perform: performInAccounts(choice, (name) => performs.get(name)!),
      own: () => choice.of(undefined),
      close,
    };
  }
  const client = await openClient(config, { endWaits });
  return {
    perform: performOver(client, config, options),
    own: () => ({ client: async () => client, config }),
    close: () => client.close(),
  };
}

function performOver(client: Client, config: Config, options: ConnectOptions, clock: Clock = systemClock): Perform {
  const called = programClient(client, {
    clock,
    permit: permitOf(config),
    options: { consent: consentOf(config, options) },
  });
  return createPerform({
    client: called,
    runTask: taskRunner(
      called,
      { toolsets: [], readOnly: config.readOnly, maxWaitSeconds: config.maxWaitSeconds },
      clock,
    ),
    clock,
    maxWaitSeconds: config.maxWaitSeconds,
    outFolder: config.outFolder,
  });
}

const permitOf =
  ({ readOnly }: Config): NonNullable<Parameters<typeof programClient>[1]['permit']> =>
  ({ name, effect }) => {
    if (readOnly && effect !== 'read')
      throw new VisibilityError('not_permitted', `${name} is not only a read, and readOnly is set.`, {
        outcome: 'not_sent',
      });
  };

/** Applies the operator's threshold; the callback decides, if there is one. */
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

const questionOf = ({ operation, credits, basis }: Quote): ConfirmQuestion => ({ operation, credits, basis });
