import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Agent, request } from 'undici';
import { startSandbox } from '../src/app/start-sandbox.ts';
import { program } from './program.ts';
import { median, type Row } from './table.ts';

const calls = 400;

/** What a `call_read` adds to a bare request to the same server, protocol and pipe included. */
export async function callOverhead(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'visibility-bench-'));
  const sandbox = await startSandbox({ rate: 0 });
  const client = new Client({ name: 'visibility-bench', version: '1.0.0' });
  const agent = new Agent();
  try {
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [program],
        env: {
          PATH: process.env['PATH'] ?? '',
          VISIBILITY_API_URL: sandbox.url,
          VISIBILITY_API_TOKEN: 'sandbox-owner',
          VISIBILITY_STATE: join(folder, 'state.db'),
          VISIBILITY_RATE: '100000',
        },
      }),
    );
    const bare: number[] = [];
    const through: number[] = [];
    for (let call = -50; call < calls; call++) {
      const [one, other] = [await timed(() => plain(sandbox.url, agent)), await timed(() => read(client))];
      if (call < 0) continue;
      bare.push(one);
      through.push(other);
    }
    const added = median(through) - median(bare);
    return [
      {
        what: 'call_read on top of a bare undici request (median)',
        measured: `${median(through).toFixed(2)} ms`,
        floor: `${median(bare).toFixed(2)} ms`,
        ratio: median(through) / median(bare),
        bar: `+ ≤ 1.5 ms (+ ${added.toFixed(2)})`,
        held: added <= 1.5,
      },
    ];
  } finally {
    await client.close();
    await agent.close();
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function plain(url: string, dispatcher: Agent): Promise<unknown> {
  const { body } = await request(`${url}/projects/1`, {
    dispatcher,
    headers: { authorization: 'Bearer sandbox-owner' },
  });
  return body.json();
}

async function read(client: Client): Promise<void> {
  const { isError } = await client.callTool({
    name: 'call_read',
    arguments: { operation: 'projects.get', arguments: { id: 1 } },
  });
  if (isError) throw new Error('the call failed');
}
