import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The smallest platform that answers a read: each bearer token belongs to a user of its own. Prints its address. */
const answers: Readonly<Record<string, (token: string) => object>> = {
  '/account': (token) => ({ data: { id: Number(token.replace(/\D/g, '')), name: 'Ada', email: 'ada@example.com' } }),
  '/team': (token) => ({ data: { id: Number(token.replace(/\D/g, '')), name: 'Tea house' } }),
  '/credits': () => ({ data: { balance: 1_000, plan: 'scale' } }),
  '/projects/1': () => ({ data: { id: 1, name: 'Tea house', domain: 'tea.example', language: 'en', country: 'GB' } }),
};

const server = createServer((request, response) => {
  const path = (request.url ?? '').replace('/api/v1', '').replace(/\?.*/, '');
  const body = JSON.stringify(answers[path]?.(request.headers.authorization ?? '') ?? { message: 'Not found.' });
  response.writeHead(answers[path] ? 200 : 404, { 'content-type': 'application/json' }).end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}/api/v1` })}\n`);
});
