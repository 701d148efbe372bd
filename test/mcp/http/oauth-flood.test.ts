import { once } from 'node:events';
import { Agent, request as ask } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { asCaller } from '../support/as-caller.ts';
import { modernClient, type HttpServer } from '../support/http-server.ts';
import { redirect, signIn, startOAuth, type OAuthServer } from '../support/oauth-server.ts';
import { suiteScope } from '../support/suite-scope.ts';

const suite = suiteScope();
let here: OAuthServer<HttpServer>;

beforeAll(async () => {
  here = await startOAuth(suite);
});

const registration = JSON.stringify({ redirect_uris: [redirect], token_endpoint_auth_method: 'none' });

/** A connection on which all of a request has been sent but the last byte of its body. */
async function almostSent(
  { origin }: OAuthServer,
  path: string,
  type: string,
  body: string,
): Promise<{ readonly socket: Socket; readonly answer: Promise<string> }> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) }).on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket.setEncoding('utf8'), 'connect');
  // A connection waits in the system until the server accepts it, which it does one in a turn of its event loop.
  socket.write(`HEAD /.well-known/oauth-protected-resource HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  await once(socket, 'data');
  const answer = text(socket);
  const head = [`POST ${path} HTTP/1.1`, `Host: ${host}`, `Content-Type: ${type}`, `Content-Length: ${body.length}`];
  socket.write([...head, 'Connection: close', '', body.slice(0, -1)].join('\r\n'));
  return { socket, answer };
}

const account = { operation: 'account.get' };

/** The tools as a person sees them who has signed in. */
async function person() {
  const { tokens } = await signIn(here, 'read', 'sandbox-owner');
  return modernClient(asCaller(here.server, String(tokens['access_token'])));
}

it('of two hundred clients that register at the same time few are taken, and a caller waits for few of them', async () => {
  const caller = await person();
  await caller.call('call_read', account);
  const senders = await Promise.all(
    Array.from({ length: 200 }, () => almostSent(here, '/oauth/register', 'application/json', registration)),
  );
  const answers: string[] = [];
  const all = senders.map(async ({ answer }) => void answers.push(await answer));
  // Everything has arrived when the server goes on, however busy the machine.
  here.server.child.kill('SIGSTOP');
  await Promise.all(senders.map(({ socket }) => new Promise((sent) => socket.write(registration.slice(-1), sent))));
  const call = caller.call('call_read', account);
  here.server.child.kill('SIGCONT');
  expect(await call).toMatchObject({ ok: true });
  expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 201')).length).toBeLessThan(50);
  await Promise.all(all);
  const refused = answers.filter((answer) => !answer.startsWith('HTTP/1.1 201'));
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect(answer).toMatch(/^HTTP\/1\.1 503 [^]*\r\nretry-after: 2\r\n/);
    expect(answer).toContain('{"error":"temporarily_unavailable","error_description":"Too many');
  }
});

// Other systems than Linux have one loopback address.
it.runIf(process.platform === 'linux')(
  'a person signs in and is served while strangers at another address register all the time',
  async () => {
    const agent = new Agent({ keepAlive: true, localAddress: '127.0.0.2' });
    let over = false;
    let taken = 0;
    const registerAsStranger = (): Promise<void> =>
      new Promise((resolve) => {
        const headers = { 'content-type': 'application/json', 'content-length': registration.length };
        ask(`${here.origin}/oauth/register`, { method: 'POST', agent, headers }, (response) => {
          if (response.statusCode === 201) taken++;
          response.resume().on('close', resolve);
        })
          .on('error', () => resolve())
          .end(registration);
      });
    const strangers = Array.from({ length: 40 }, async () => {
      while (!over) await registerAsStranger();
    });
    onTestFinished(async () => {
      over = true;
      await Promise.all(strangers);
      agent.destroy();
    });
    await expect.poll(() => taken).toBeGreaterThan(0);
    const caller = await person();
    for (let call = 0; call < 5; call++) expect(await caller.call('call_read', account)).toMatchObject({ ok: true });
  },
);
