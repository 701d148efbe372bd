/** Words such as addresses and names of operations. */
const longWord = /\S{12,}/gu;

/** Behind what separates the parts of an address. */
const separator = /(?<=[/._?&=-])(?=[\p{L}\d])/gu;

/** No text that is shown has it. */
const mark = '\0';

/**
 * A text, cut where an address in it may go on in the next line. Browsers know few of these places, and would break an address inside
 * a word. The pieces add up to the text.
 */
export const breakPoints = (text: string): string[] =>
  text.replaceAll(longWord, (word) => (/\p{L}/u.test(word) ? word.replaceAll(separator, mark) : word)).split(mark);
