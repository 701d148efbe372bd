/**
 * The words of a text as the index knows them: parts of `family.action_name` and of paths, lower case,
 * without the commonest words, cut to a stem (`optimization`, `optimizing` and `optimized` are one).
 */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !common.has(word))
    .map(stem);

/** A word without its commonest endings. Not a dictionary's stem, but the same for most forms of a word. */
function stem(word: string): string {
  let cut = plural(word);
  for (const [ending, to] of endings) {
    if (cut.length - ending.length < 3 || !cut.endsWith(ending)) continue;
    cut = cut.slice(0, -ending.length) + to;
    break;
  }
  return cut.length > 3 ? cut.replace(/([bdglmnprt])\1$/, '$1').replace(/e$/, '') : cut;
}

function plural(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(ss|us|is)$/.test(word)) return word;
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(x|ch|sh|ss|z)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

const endings: readonly (readonly [string, string])[] = [
  ['ization', 'iz'],
  ['isation', 'iz'],
  ['izing', 'iz'],
  ['ising', 'iz'],
  ['ised', 'iz'],
  ['ized', 'iz'],
  ['ise', 'iz'],
  ['ansion', 'and'],
  ['ation', 'at'],
  ['ition', 'it'],
  ['ating', 'at'],
  ['ated', 'at'],
  ['ing', ''],
  ['ied', 'y'],
  ['ed', ''],
  ['er', ''],
  ['or', ''],
];

const common = new Set(
  `a actually already an and any are as at be been by can could did do does exactly for from get give got had has have how i if in into is it its just let
  like ll me my of on or our please really shall should simply so some than that the their them there these this those to too us ve want was we were what
  when where which who whose will with would you your`.split(/\s+/),
);
