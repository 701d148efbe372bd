import { parentPort, workerData } from 'node:worker_threads';

export interface TrueClient {
  readonly url: string;
  readonly token: string;
  /** A GET is sent where there is none. */
  readonly body?: string | undefined;
  /** What a right answer has in it. */
  readonly expected: string;
}

/** A client with nothing to hide, in a thread of its own: asks, waits for the whole answer, and measures how long that took. */
const { url, token, body, expected } = workerData as TrueClient;
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
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
    },
    body: body ?? null,
    signal: AbortSignal.timeout(20_000),
  });
  const answer = await response.text();
  if (response.status !== 200 || !answer.includes(expected))
    throw new Error(`a true client was answered with ${response.status}: ${answer.slice(0, 200)}`);
  return performance.now() - began;
}
