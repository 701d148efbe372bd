import { parentPort, workerData } from 'node:worker_threads';

/** A client with nothing to hide, in a thread of its own: asks, waits for the whole answer, and measures how long that took. */
const { url, token } = workerData as { url: string; token: string };
const waits: number[] = [];
let over = false;
parentPort?.once('message', () => (over = true));

await ask();
parentPort?.postMessage('ready');
while (!over) {
  waits.push(await ask());
  await new Promise((resolve) => setTimeout(resolve, 20));
}
parentPort?.postMessage(waits);

/** Milliseconds until the answer was whole. */
async function ask(): Promise<number> {
  const began = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
    },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    signal: AbortSignal.timeout(20_000),
  });
  const answer = await response.text();
  if (response.status !== 200 || !answer.includes('"tools"'))
    throw new Error(`a true client was answered with ${response.status}: ${answer.slice(0, 200)}`);
  return performance.now() - began;
}
