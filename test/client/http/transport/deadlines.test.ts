import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { expect, test } from 'vitest';
import { operationNamed } from '../../../../src/catalog/index.ts';
import { systemClock } from '../../../../src/base/clock.ts';
import { bench, clientOf, refusal } from '../../../support/bench.ts';
import { projects } from '../../../support/stories.ts';
import { ignore, json, startPlatform } from '../../../support/platform.ts';
import { freshState } from '../../../support/state/store.ts';

const create = operationNamed('articles.create');
const draft = { project: 1, title: 'Pegs' };

/** Takes connections and says nothing: a TLS handshake with it never ends. */
async function mute(): Promise<Server & AsyncDisposable> {
  const server = createServer((socket) => socket.on('error', () => undefined).resume());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return Object.assign(server, { [Symbol.asyncDispose]: async () => void server.close() });
}

test('a cancellation ends a connection that is still being made, at once and without a request', async () => {
  await using rig = await freshState(systemClock);
  await using server = await mute();
  const apiUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  const client = await clientOf({ apiUrl, state: rig.state, clock: systemClock, maxWaitSeconds: 600 });
  for (const call of [
    (signal: AbortSignal) => client.call(projects, {}, { signal }),
    (signal: AbortSignal) => client.call(create, draft, { signal }),
  ]) {
    const stop = new AbortController();
    const connected = once(server, 'connection');
    const outcome = call(stop.signal).catch((error: unknown) => error);
    await connected;
    stop.abort(new Error('enough'));
    // Somebody who begins to connect now and gives up after 3 seconds, as undici by itself does after 10, is the slower one.
    const other = new Agent({ connect: { timeout: 3_000 } });
    const givesUp = other
      .request({ origin: new URL(apiUrl).origin, path: '/', method: 'GET' })
      .catch(() => 'the other one was faster');
    expect(await Promise.race([outcome, givesUp])).toMatchObject({ message: 'enough' });
    await other.destroy();
  }
  await client.close();
});

test.each([
  ['says nothing', ignore],
  [
    'dribbles',
    (_: unknown, response: { write(text: string): void; on(event: string, then: () => void): void }) => {
      const more = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(more));
    },
  ],
])(
  'a platform that %s holds a read for the time of one call, not for that of several attempts',
  async (_, behaviour) => {
    await using rig = await freshState(systemClock);
    const platform = await startPlatform();
    platform.on('GET /projects', behaviour as typeof ignore);
    const client = await clientOf({ apiUrl: platform.url, state: rig.state, clock: systemClock, maxWaitSeconds: 5 });
    const refused = await refusal(client.call(projects, {}));
    expect(refused).toMatchObject({ code: 'unreachable' });
    expect(refused.message).toContain('no answer within 5 s');
    expect(platform.to('GET /projects')).toHaveLength(1);
    await client.close();
    await platform.close();
  },
  20_000,
);

test('a stream that continues gives what has arrived when the time is up, and says that there is more', async () => {
  await using rig = await freshState(systemClock);
  const platform = await startPlatform();
  platform.on('GET /grounding/batches/b/results.ndjson', (_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write('{"url":"https://a.example","score":7}\n{"url":"https://b.ex');
  });
  const client = await clientOf({ apiUrl: platform.url, state: rig.state, clock: systemClock, maxWaitSeconds: 5 });
  const reply = await client.call(operationNamed('grounding.batch_results'), { id: 'b' });
  expect(reply).toMatchObject({
    data: { columns: ['url', 'score'], rows: [['https://a.example', 7]] },
    incomplete: { rows: 1 },
  });
  expect(reply.incomplete?.says).toContain('still writing');
  await client.close();
  await platform.close();
});

test('jobs outlive an outage', async () => {
  await using rig = await bench();
  rig.platform.on('POST /grounding/batch', json({ batch_id: 1 }, 202));
  const down = json({ message: 'Bad gateway' }, 502);
  rig.platform.on('GET /grounding/batches/1', down);
  const client = await rig.client();
  const job = client.call(operationNamed('grounding.batch'), { urls: ['https://a.example'] }, { waitSeconds: 3_600 });
  await rig.platform.arrival('GET /grounding/batches/1');
  await rig.clock.sleep(2_000_000);
  rig.platform.on('GET /grounding/batches/1', json({ status: 'completed' }));
  rig.platform.on(
    'GET /grounding/batches/1/results.ndjson',
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end('{"url":"https://a.example"}\n'),
  );
  expect((await job).job?.state).toBe('completed');
});
