/** Characters of a label, and what it looks like: it stands in settings, tables and metrics. */
const form = /^[\w][\w.:-]{0,59}$/;

/** What a label is, in words. */
export const labelInWords = 'letters, digits and . _ : -, 1 to 60 of them, such as nightly';

/** Whether this text can be the label of what a program or a process does. */
export const isLabel = (text: string): boolean => form.test(text);
