/**
 * Why an attempt got no complete response: the connection failed, its time was up, its caller cancelled it, or any further attempt would
 * fail the same way.
 */
export type Loss = 'network' | 'expired' | 'cancelled' | 'final';

/** The failure of an attempt whose connection to the platform had no error. */
export class AttemptFailure extends Error {
  readonly loss: Loss;

  constructor(message: string, loss: Loss) {
    super(message);
    this.loss = loss;
  }
}

/** The code of an error, or its message if it has none. Neither contains an address or a header. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection failed';
  if (error.name === 'AbortError') return 'the call was cancelled';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
