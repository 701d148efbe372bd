/** Decodes a percent-encoded text; undefined if it is malformed, such as `50%`. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
