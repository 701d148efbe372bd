/** A bare word, such as a state, an enumerated value or an identifier: too little to instruct anybody. */
export const isWord = (text: string): boolean => word.test(text) && !unspaced.test(text) && !unseen.test(text);

/**
 * Whether a text could instruct its reader: anything but a word, a number, a date, an address or a domain. Names and titles
 * are prose, however short; so are words and addresses that hide a sentence by other signs between its words.
 */
const isProse = (text: string): boolean =>
  text !== '' && ((!isWord(text) && !figure.test(text) && !address.test(text)) || joinedWords.test(text));

/** Whether any text or field name in `value` is prose. */
export function holdsProse(value: unknown): boolean {
  if (typeof value === 'string') return isProse(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsProse);
  return Object.entries(value).some(([name, field]) => (!isWord(name) && isProse(name)) || holdsProse(field));
}

const word = /^[\p{L}\p{N}][\p{L}\p{N}_.:-]{0,39}$/u;
/** Invisible characters, some of which count as letters. */
const unseen = /\p{Default_Ignorable_Code_Point}/u;
/** Several letters of a script without spaces between words, in which a few letters can be a sentence. */
const unspaced =
  /(?:\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}|\p{Script=Tibetan}){6}/u;
/** Four words in a row: three are common in names of states and models. */
const joinedWords = /(?<!\p{L})(?:\p{L}{2,}(?:[-_+~:]|%20)){3}\p{L}{2,}/u;
const figure = /^[-+]?[\d.,:/ TZ%+-]{1,40}$/;
const address = /^(?:\/|(?:https?:\/\/|[\w.+-]{1,64}@[\w-]+\.|[\w-]+\.)[\w.-]+(?![\w.-]))[\w.@:/?&=%#~+,-]{0,200}$/;
