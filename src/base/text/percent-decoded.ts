/** A percent-encoded text as it was meant; undefined where it is malformed, such as `50%`. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
