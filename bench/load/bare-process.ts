import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { DatabaseSync } from 'node:sqlite';
import {
  createMcpHandler,
  isLegacyRequest,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { Pool } from 'pg';
import { Agent, request } from 'undici';

/**
 * The floor: the SDK's server on `node:http`, for both eras, with one tool that does what a read of ours has to do. It notes the
 * request in the store, sends it to the platform with the caller's token, and notes its answer. Prints its address.
 */
const [platform = '', location = ''] = process.argv.slice(2);
const dispatcher = new Agent({ connections: 256 });
const note = location.startsWith('postgres') ? await postgres() : sqlite();

const factory = (): Server => {
  const server = new Server({ name: 'bare', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: [{ name: 'call_read', inputSchema: { type: 'object' as const } }],
  }));
  server.setRequestHandler('tools/call', async (_request, { http }) => {
    const id = randomUUID();
    await note.sent(id);
    const { body } = await request(`${platform}/projects/1`, {
      dispatcher,
      headers: { authorization: http?.req?.headers.get('authorization') ?? '' },
    });
    const { data } = (await body.json()) as { data: object };
    await note.answered(id);
    const structuredContent = { ok: true, data };
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
  });
  return server;
};

const modern = createMcpHandler(factory, { legacy: 'reject' });
const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

const server = createServer(async (incoming, outgoing) => {
  const parsedBody: unknown = JSON.parse((await buffer(incoming)).toString());
  const answer = await answerTo(webRequest(incoming), parsedBody);
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
  for await (const piece of answer.body ?? []) outgoing.write(piece);
  outgoing.end();
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}/mcp` })}\n`);
});

async function answerTo(asked: Request, parsedBody: unknown): Promise<Response> {
  if (!(await isLegacyRequest(asked, parsedBody))) return modern.fetch(asked, { parsedBody });
  const known = sessions.get(asked.headers.get('mcp-session-id') ?? '');
  if (known) return known.handleRequest(asked, { parsedBody });
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await factory().connect(transport);
  return transport.handleRequest(asked, { parsedBody });
}

function webRequest({ method = 'POST', url = '/', headers }: IncomingMessage): Request {
  return new Request(`http://127.0.0.1${url}`, { method, headers: headers as Record<string, string> });
}

interface Notes {
  sent(id: string): Promise<void>;
  answered(id: string): Promise<void>;
}

/** As durable as the rate slots of ours: written, not flushed to the disk. */
function sqlite(): Notes {
  const db = new DatabaseSync(location, { timeout: 10_000 });
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE IF NOT EXISTS bare (id TEXT PRIMARY KEY, at INTEGER) STRICT',
  );
  const insert = db.prepare('INSERT INTO bare VALUES (?, ?)');
  const update = db.prepare('UPDATE bare SET at = ? WHERE id = ?');
  return {
    sent: async (id) => void insert.run(id, Date.now()),
    answered: async (id) => void update.run(Date.now(), id),
  };
}

async function postgres(): Promise<Notes> {
  const pool = new Pool({ connectionString: location, max: 5 });
  const text = (name: string, sql: string, values: unknown[]) => pool.query({ name, text: sql, values });
  await pool.query('SET synchronous_commit = off');
  await pool.query('CREATE TABLE IF NOT EXISTS bare (id text PRIMARY KEY, at bigint)');
  return {
    sent: async (id) => void (await text('sent', 'INSERT INTO bare VALUES ($1, $2)', [id, Date.now()])),
    answered: async (id) => void (await text('answered', 'UPDATE bare SET at = $1 WHERE id = $2', [Date.now(), id])),
  };
}
