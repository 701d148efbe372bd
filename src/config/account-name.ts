/**
 * Latin letters, with umlauts and accents: those of other scripts look like them. Records are kept under the name as it stands: one
 * that is trimmed elsewhere would be that of another account.
 */
const form = /^(?! )[\w\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f .@:-]{1,100}(?<! )$/;

/** What the name of an account is, in words. */
export const accountNameInWords = '1 to 100 Latin letters, digits and . @ : _ -, with spaces only between them';

/** Whether money, jobs and limits can be kept under this text. */
export const isAccountName = (text: string): boolean => form.test(text);
