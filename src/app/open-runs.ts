import type { Client } from '../client/index.ts';
import { systemClock, type Clock } from '../base/clock.ts';
import { codeLimits } from '../base/code-limits.ts';
import { normalAddress } from '../client/http/normal-address.ts';
import { isPostgresAddress } from '../base/postgres-address.ts';
import type { Config } from './config/config.ts';
import { createPerform } from '../programs/platform/perform.ts';
import { RunFailover, Runs, type RunsParts } from '../programs/index.ts';
import { type AuthMode, callersDiffer } from '../server/http/auth-mode.ts';
import type { State } from '../state/index.ts';
import { taskRunner } from '../tools/run-task.ts';

/** Options of a server or a command for runs. */
export type RunServerOptions = Pick<
  RunsParts,
  'enqueue' | 'endWaits' | 'engines' | 'endsAfterRun' | 'caller' | 'isConnected'
>;

/** Creates the runner of programs over a client, within the configured bounds. */
export function openRuns(
  client: Client,
  { readOnly, codeLimits: givenLimits }: Pick<Config, 'readOnly' | 'codeLimits'>,
  onDefect: (error: unknown) => void,
  clock: Clock = systemClock,
  serverOptions: RunServerOptions = {},
  outFolder?: string,
): Runs {
  const options = { toolsets: [], readOnly, maxWaitSeconds: undefined };
  return new Runs({
    client,
    clock,
    readOnly,
    limits: codeLimits(givenLimits),
    performOver: (own, run) =>
      createPerform({ client: own, runTask: taskRunner(own, options, clock), clock, outFolder, run }),
    onDefect,
    ...serverOptions,
  });
}

interface RunFailoverOptions {
  readonly mode: AuthMode;
  readonly state: () => Promise<State>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** The queue with which servers continue runs of dead servers; undefined without a shared PostgreSQL or programs. */
export function openRunFailover<Owner extends object | null>(
  config: Config,
  { mode, state, clock, onError }: RunFailoverOptions,
): RunFailover<Owner> | undefined {
  if (!config.code || !isPostgresAddress(config.state)) return undefined;
  return new RunFailover({
    clock,
    onError,
    standing: async (run) => (await state()).runs.standing(run),
    open: async () => {
      // The state is opened first, since it checks the address.
      const name = await (await state()).accounts.key('run queue', JSON.stringify(deployment(config, mode)));
      const { openPgBossQueue } = await import('../programs/queue/pg-boss-queue.ts');
      return openPgBossQueue<Owner>({ address: config.state, name, onError });
    },
  });
}

/** Identifies the servers that can continue each other's runs: they call the same platform for the same people. */
function deployment({ platform, account, accounts, publicUrl }: Config, mode: AuthMode): readonly unknown[] {
  if (accounts) return [...accounts.configs].map(([name, own]) => [name, ...deployment(own, mode)]);
  if (platform.kind === 'sandbox') return [platform.data, mode];
  if (callersDiffer(mode)) return [normalAddress(platform.apiUrl), mode, publicUrl];
  return [normalAddress(platform.apiUrl), account ?? platform.token?.()];
}
