import { startTimer, type Clock } from '../../clock.ts';

/**
 * Milliseconds after which an answer begins although it is not complete, and between the comments that keep it alive then. Many proxies
 * close a silent connection after a minute, since they cannot tell a call that waits from a process that hangs.
 */
const silenceMs = 15_000;

/** A comment in a stream of events, which clients skip. */
const signOfLife = ': waiting\n\n';

/**
 * Begins a slow answer before it is complete: as a stream of events that is kept alive by comments and ends with the answer.
 *
 * @param accepts the request's Accept header
 */
export async function beginInTime(
  answer: Promise<Response>,
  accepts: string | undefined,
  clock: Clock,
): Promise<Response> {
  if (!accepts?.includes('text/event-stream')) return answer;
  const timeout = Promise.withResolvers<undefined>();
  const cancel = startTimer(clock, silenceMs, () => timeout.resolve(undefined));
  const first = await Promise.race([answer, timeout.promise]).finally(cancel);
  return first ?? new Response(streamed(answer, clock), { headers: { 'content-type': 'text/event-stream' } });
}

function streamed(answer: Promise<Response>, clock: Clock): ReadableStream<Uint8Array> {
  let cancelTimer = (): void => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const sign = (): void => {
        controller.enqueue(Buffer.from(signOfLife));
        cancelTimer = startTimer(clock, silenceMs, sign);
      };
      sign();
      answer
        .then(
          async (response) => {
            cancelTimer();
            await pass(response, controller);
            controller.close();
          },
          (error: unknown) => {
            cancelTimer();
            controller.error(error);
          },
        )
        .catch(() => {
          // The reader is gone: nobody is left to answer.
        });
    },
    cancel: () => cancelTimer(),
  });
}

/** Passes a response on into the stream: a stream as it is, a document as one event. */
async function pass(response: Response, controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    for await (const chunk of response.body ?? []) controller.enqueue(chunk);
    return;
  }
  const document = await response.text();
  if (document !== '') controller.enqueue(Buffer.from(`event: message\ndata: ${document}\n\n`));
}
