import { openClient } from '../../../../src/app/open-client.ts';
import { openRuns, type RunServerOptions } from '../../../../src/app/open-runs.ts';
import type { Client } from '../../../../src/client/client.ts';
import { codeBounds, codeLimits, type CodeLimits } from '../../../../src/base/code-limits.ts';
import { systemClock } from '../../../../src/base/clock.ts';
import { readConfig } from '../../../../src/app/config/config.ts';
import { Engines } from '../../../../src/programs/engine/engine.ts';
import type { Grant } from '../../../../src/programs/runs/program-order.ts';
import type { RunView } from '../../../../src/programs/runs/run-view.ts';
import type { Runs } from '../../../../src/programs/runs/runs.ts';
import { readCallOf } from '../../../../src/tools/definition/read-call.ts';
import { runTool } from '../../../../src/tools/results/run-tool.ts';
import { openState } from '../../../../src/state/open-state.ts';
import { fixedTools } from '../../../../src/tools/fixed-tools.ts';
import { startSandbox } from '../../../../sandbox/sandbox.ts';
import { fastClock } from '../../../support/clock/fast-clock.ts';
import { noSecrets } from '../../../support/no-secrets.ts';
import { testScript } from '../../../support/processes/test-script.ts';
import type { Store } from '../../../support/state/schemas.ts';
import { preparedStore } from '../../../support/state/store.ts';

export interface Stage extends AsyncDisposable {
  readonly client: Client;
  readonly runs: Runs;
  readonly defects: unknown[];
  /** Another process on the same state, as far as runs are concerned. */
  other(
    options?: RunServerOptions,
    around?: (client: Client) => Client,
  ): Promise<{ readonly runs: Runs; readonly client: Client }>;
  /** What is on record. */
  readonly store: Store;
  /** Runs a program to its end. */
  run(code: string, order?: { input?: unknown; may?: readonly Grant[]; maxCredits?: number }): Promise<RunView>;
  /** Calls a tool as a host does. */
  tool(name: string, args: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
}

/** A job is polled every five seconds: one of the machine's. No faster: leases have to outlast a pause of a busy machine. */
const speed = 5;

/** Threads that run the bundle, where this run of the tests has one: from source, each loads and strips the same modules again. */
export const bundledEngines = (limits: Pick<CodeLimits, 'runs' | 'memory'>): Engines =>
  new Engines(limits, testScript(new URL('../../../../src/programs/engine/engine-worker.ts', import.meta.url)).file);

/** For all stages without bounds of their own: a thread that is ready for the next program serves whichever has one. */
const sharedEngines = bundledEngines({ runs: 24, memory: codeBounds.memory.default });

/** Programs over the embedded platform, on a state of their own, in a time that passes faster. */
export async function stage(
  flags: Readonly<Record<string, string | boolean>> = {},
  limits: Partial<CodeLimits> = {},
): Promise<Stage> {
  const clock = fastClock(speed, systemClock.steady(), Date.now());
  const store = await preparedStore();
  const sandbox = await startSandbox({ rate: 0, speed: 50, clock });
  const given = readConfig(
    { state: store.location, 'api-url': sandbox.url, ...flags },
    { VISIBILITY_API_TOKEN: 'sandbox-owner' },
  );
  const config = { ...given, codeLimits: { ...given.codeLimits, ...limits } };
  const defects: unknown[] = [];
  const opened: { close(): Promise<void> }[] = [];
  const ownEngines = (): Engines => {
    const own = bundledEngines(codeLimits(config.codeLimits));
    opened.push(own);
    return own;
  };
  const hasOwnBounds = Object.keys(config.codeLimits).length > 0;
  const open = async (options: RunServerOptions = {}, around = (client: Client) => client) => {
    const state = await openState(config.state, clock);
    const client = around(await openClient(config, { state: async () => state, clock }));
    const engines = options.engines ?? (hasOwnBounds ? ownEngines() : sharedEngines);
    const runs = openRuns(client, config, (error) => void defects.push(error), clock, { ...options, engines });
    opened.push(state, client, runs);
    return { client, runs };
  };
  const { client, runs } = await open();
  return {
    client,
    runs,
    defects,
    other: open,
    store,
    async run(code, { input, may, maxCredits = 0 } = {}) {
      return runs.wait(await runs.start({ code, input, may: may ?? ['read'], maxCredits }), 60_000 * speed);
    },
    async tool(name, args) {
      const { readOnly } = config;
      const options = { toolsets: [], readOnly, sandbox: true, maxWaitSeconds: 900, runs: async () => runs };
      const tool = fixedTools(client, options).find((one) => one.name === name);
      if (!tool) throw new Error(`no tool ${name}`);
      return (await runTool(await readCallOf(tool, args), {}, noSecrets)).structured;
    },
    async [Symbol.asyncDispose]() {
      for (const one of opened.toReversed()) await one.close();
      await sandbox.close();
      await store[Symbol.asyncDispose]();
    },
  };
}

/** The program's result. */
export const resultOf = ({ run }: RunView): unknown => (run.result === null ? undefined : JSON.parse(run.result));
