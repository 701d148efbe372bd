import { ProtocolError } from '@modelcontextprotocol/server';
import { startTimer, type Clock } from '../../clock.ts';
import type { Exchange } from '../auth/services.ts';
import { beginListening, type ListenRequest } from './listen-request.ts';

/** Milliseconds between two checks that the caller of an open stream is still signed in. */
const checkMs = 60_000;

/** Answers `subscriptions/listen` with a stream of notifications. The stream ends when its reader hangs up or the caller's sign-in ends. */
export async function listenOverHttp(
  request: Request,
  message: ListenRequest,
  { service, closed, isConnected }: Exchange,
  clock: Clock,
): Promise<Response> {
  let listening: Awaited<ReturnType<typeof beginListening>>;
  try {
    listening = await beginListening(message, service.factory.subscriptions, service.publish);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return Response.json({ jsonrpc: '2.0', id: message.id, error: { code: error.code, message: error.message } });
  }
  const end = new AbortController();
  void closed.then(() => {
    listening.release();
    end.abort();
  });
  if (isConnected) check(isConnected, end, clock);
  const signal = AbortSignal.any([request.signal, end.signal]);
  return service.modern.fetch(new Request(request, { signal }), { parsedBody: listening.request });
}

/** Aborts `end` once the caller is no longer signed in. */
function check(isConnected: () => Promise<boolean>, end: AbortController, clock: Clock): void {
  const cancel = startTimer(clock, checkMs, () => {
    void isConnected().then((isStill) => {
      if (!isStill) end.abort();
      if (!end.signal.aborted) check(isConnected, end, clock);
    });
  });
  end.signal.addEventListener('abort', cancel, { once: true });
}
