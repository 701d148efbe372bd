/** The code of an error, or its message if it has none. Neither contains an address or a header. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection failed';
  if (error.name === 'AbortError') return 'the call was cancelled';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
