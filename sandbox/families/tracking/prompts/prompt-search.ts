/**
 * Whether a text holds what a search asks for, in boolean mode (docs/platform/tracking.md#prompt-filters): words
 * must all be there, `+` says so, `-` excludes, quotes make a phrase, and below 3 characters parts of words count.
 */
export function searchMatches(search: string, text: string): boolean {
  const words = ` ${plain(text)} `;
  return [...search.matchAll(/([+-]?)(?:"([^"]*)"?|(\S+))/g)].every(([, sign, phrase, word]) => {
    const term = plain(phrase ?? word ?? '');
    if (term === '') return true;
    const isMatch = phrase === undefined && term.length < 3 ? words.includes(term) : words.includes(` ${term} `);
    return isMatch !== (sign === '-');
  });
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
