import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openClient } from '../../../src/cli/wiring/open-client.ts';
import { openRuns, type RunServerOptions } from '../../../src/cli/wiring/open-runs.ts';
import type { Client } from '../../../src/client/client.ts';
import { readConfig } from '../../../src/config/config.ts';
import type { Grant, Runs, RunView } from '../../../src/runs/runs.ts';
import { readCallOf } from '../../../src/tools/read-call.ts';
import { runTool } from '../../../src/tools/run-tool.ts';
import { noSecrets } from '../../support/no-secrets.ts';
import { fixedTools } from '../../../src/tools/fixed-tools.ts';
import { folder } from '../../support/processes/folder.ts';

export interface Stage extends AsyncDisposable {
  readonly client: Client;
  readonly runs: Runs;
  readonly defects: unknown[];
  /** Another process on the same state, as far as runs are concerned. */
  other(
    options?: RunServerOptions,
    around?: (client: Client) => Client,
  ): Promise<{ readonly runs: Runs; readonly client: Client }>;
  /** Changes what is on record, behind the program's back. */
  sql(statement: string, ...values: (string | number)[]): Promise<void>;
  /** Runs a program to its end. */
  run(code: string, order?: { input?: unknown; may?: readonly Grant[]; maxCredits?: number }): Promise<RunView>;
  /** Calls a tool as a host does. */
  tool(name: string, args: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
}

/** Programs over the embedded platform, on a state of their own. */
export async function stage(flags: Readonly<Record<string, string | boolean>> = {}): Promise<Stage> {
  const place = await folder();
  const config = readConfig(
    { state: join(place.path, 'state.db'), sandbox: true, 'sandbox-speed': '1000', ...flags },
    {},
  );
  const defects: unknown[] = [];
  const opened: { close(): Promise<void> }[] = [];
  const open = async (options: RunServerOptions = {}, around = (client: Client) => client) => {
    const client = around(await openClient(config));
    const runs = openRuns(client, config, (error) => void defects.push(error), undefined, options);
    opened.push(client, runs);
    return { client, runs };
  };
  const { client, runs } = await open();
  return {
    client,
    runs,
    defects,
    other: open,
    async sql(statement, ...values) {
      const db = new DatabaseSync(config.state, { timeout: 60_000 });
      db.prepare(statement).run(...values);
      db.close();
    },
    async run(code, { input, may, maxCredits = 0 } = {}) {
      return runs.wait(await runs.start({ code, input, may: may ?? ['read'], maxCredits }), 60_000);
    },
    async tool(name, args) {
      const { readOnly } = config;
      const options = { toolsets: [], readOnly, sandbox: true, maxWaitSeconds: 45, runs: async () => runs };
      const tool = fixedTools(client, options).find((one) => one.name === name);
      if (!tool) throw new Error(`no tool ${name}`);
      return (await runTool(await readCallOf(tool, args), {}, noSecrets)).structured;
    },
    async [Symbol.asyncDispose]() {
      for (const one of opened.toReversed()) await one.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

/** What the program returned. */
export const resultOf = ({ run }: RunView): unknown => (run.result === null ? undefined : JSON.parse(run.result));
