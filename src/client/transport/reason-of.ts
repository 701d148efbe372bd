/** The error's code, or its text where it has none; an address or a header is in neither. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection failed';
  if (error.name === 'AbortError') return 'the call was cancelled';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
