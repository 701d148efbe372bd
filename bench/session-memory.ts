import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import type { Row } from './table.ts';

const sessions = 5_000;
/** Opened before anything is measured, so that code and caches are not counted. */
const first = 200;

/** What a session of the 2025 era takes while nothing is asked in it: handshake, one list, one tool call, then silence. */
export async function sessionMemory(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'visibility-sessions-'));
  const server = fork(
    new URL('session-server.ts', import.meta.url),
    [join(folder, 'state.db'), String(sessions + first)],
    {
      execArgv: ['--expose-gc'],
    },
  );
  const agent = new Agent({ connections: 8 });
  try {
    const [url] = (await once(server, 'message')) as [string];
    const bytes = async (): Promise<number> => {
      server.send('measure');
      return ((await once(server, 'message')) as [number])[0];
    };
    await open(url, agent, first);
    const before = await bytes();
    await open(url, agent, sessions);
    const each = ((await bytes()) - before) / sessions / 1_000;
    return [
      {
        what: `memory of an idle session, of ${sessions}`,
        measured: `${each.toFixed(1)} kB`,
        bar: '≤ 60 kB',
        held: each <= 60,
      },
    ];
  } finally {
    await agent.close();
    server.disconnect();
    await once(server, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}

/** Opens sessions, eight at a time. */
async function open(url: string, dispatcher: Agent, count: number): Promise<void> {
  let left = count;
  const one = async (): Promise<void> => {
    while (left-- > 0) {
      const session = await ask('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'visibility-bench', version: '1.0.0' },
      });
      await ask('tools/list', {}, session);
      await ask('tools/call', { name: 'find_operations', arguments: { query: 'projects' } }, session);
    }
  };
  await Promise.all(Array.from({ length: 8 }, one));

  async function ask(method: string, params: object, session?: string): Promise<string> {
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(session === undefined ? {} : { 'mcp-session-id': session }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const answer = await body.text();
    if (statusCode !== 200 || !answer.includes('"result"')) throw new Error(`${statusCode}: ${answer.slice(0, 200)}`);
    return String(headers['mcp-session-id'] ?? session);
  }
}
