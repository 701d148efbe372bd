import { operationNamed } from '../../../../src/catalog/index.ts';
import type { Client } from '../../../../src/client/client.ts';
import type { ClientConfig } from '../../../../src/client/client-config.ts';
import { clientOf } from '../../../support/bench.ts';
import { startSandbox, type SandboxOptions } from '../../../../sandbox/sandbox.ts';
import { createTools } from '../../../../src/tools/index.ts';
import type { ToolOptions } from '../../../../src/tools/definition/tool-options.ts';
import { readCallOf } from '../../../../src/tools/definition/read-call.ts';
import { runTool } from '../../../../src/tools/results/run-tool.ts';
import { noSecrets } from '../../../support/no-secrets.ts';
import type { Tool, ToolContext, ToolResult } from '../../../../src/tools/definition/tool.ts';
import { virtualClock, type VirtualClock } from '../../../support/clock/virtual-clock.ts';
import { freshState } from '../../../support/state/store.ts';

/** A result as a model reads it, loosely. */
// oxlint-disable-next-line no-explicit-any
export type Told = any;

type Given = Readonly<Record<string, unknown>>;

/** A client of one token and its tools. */
export interface Caller {
  readonly client: Client;
  readonly tools: readonly Tool[];
  /** Runs a tool and gives what it says. */
  run(tool: string, args: unknown, context?: Partial<ToolContext>): Promise<Told>;
  /** Calls an operation by the tool of its effect; `view` are further arguments of the tool. */
  call(operation: string, given?: Given, view?: Given, context?: Partial<ToolContext>): Promise<Told>;
  /** The team's balance, asked of the platform itself. */
  balance(): Promise<number>;
  /** Any operation of the platform, past the tools. */
  ask(name: string, given?: Given): Promise<Told>;
}

export interface Stage extends Caller, AsyncDisposable {
  readonly clock: VirtualClock;
  /** A caller with another token, on the same store. */
  as(token: string): Promise<Caller>;
}

/**
 * The tools over the real client, on the embedded platform over a real socket; one clock for both that runs
 * by itself, so that minutes of waiting take none.
 */
export async function openStage(
  config: Partial<ClientConfig> = {},
  given: Partial<ToolOptions> = {},
  platform: Partial<SandboxOptions> = {},
): Promise<Stage> {
  const clock = (config.clock as VirtualClock | undefined) ?? virtualClock();
  const sandbox = await startSandbox({ rate: 0, ...platform, clock });
  const store = await freshState(clock);
  const clients: Client[] = [];
  const as = async (token: string): Promise<Caller> => {
    const client = await clientOf({
      apiUrl: sandbox.url,
      state: store.state,
      session: 'one process',
      requestsPerMinute: 6_000,
      ...config,
      clock,
      token,
    });
    clients.push(client);
    return callerOf(
      client,
      createTools(client, { toolsets: [], readOnly: false, maxWaitSeconds: 600, ...given }),
      clock,
    );
  };
  const caller = await as(config.token ?? 'sandbox-owner');
  clock.run();
  return {
    ...caller,
    clock,
    as,
    async [Symbol.asyncDispose]() {
      clock.run();
      for (const client of clients) await client.close();
      await store[Symbol.asyncDispose]();
      clock.stop();
      await sandbox.close();
    },
  };
}

function callerOf(client: Client, tools: readonly Tool[], clock: VirtualClock): Caller {
  const ask: Caller['ask'] = async (name, input = {}) => (await client.call(operationNamed(name), input)).data;
  const run: Caller['run'] = async (name, args, context = {}) => {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    const { structured, text }: ToolResult = await runTool(
      await readCallOf(tool, args),
      { onDefect: (error) => void console.error(error), clock, ...context },
      noSecrets,
    );
    if (JSON.stringify(structured) !== text) throw new Error('text and structured result differ');
    return structured;
  };
  return {
    client,
    tools,
    ask,
    run,
    call: (operation, given, view, context) =>
      run(`call_${operationNamed(operation).effect}`, { operation, arguments: given, ...view }, context),
    balance: async () => (await ask('credits.balance')).balance,
  };
}

/** A limit of the operator's, such as `4/day`. */
export const limit = (credits: number, window: 'call' | 'day' = 'day'): ClientConfig['budget'] => [{ credits, window }];
