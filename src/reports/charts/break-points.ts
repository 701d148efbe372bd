/** Matches long words, such as addresses and names of operations. */
const longWord = /\S{12,}/gu;

/** The places after separators of the parts of an address. */
const separator = /(?<=[/._?&=-])(?=[\p{L}\d])/gu;

/** Marks a place to break: no text that is shown contains this character. */
const mark = '\0';

/** Cuts a text where an address in it may be broken between lines. The pieces joined are the text. */
export const breakPoints = (text: string): string[] =>
  text.replaceAll(longWord, (word) => (/\p{L}/u.test(word) ? word.replaceAll(separator, mark) : word)).split(mark);
