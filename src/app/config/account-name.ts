/**
 * Only Latin letters, with umlauts and accents, since letters of other scripts look like them. No spaces at the ends: records are kept
 * under the exact name, and a name that is trimmed somewhere would be that of another account.
 */
const form = /^(?! )[\w\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f .@:-]{1,100}(?<! )$/;

/** The form of an account's name in words. */
export const accountNameInWords = '1 to 100 Latin letters, digits and . @ : _ -, with spaces only between them';

/** Whether a text can be the name of an account. */
export const isAccountName = (text: string): boolean => form.test(text);
