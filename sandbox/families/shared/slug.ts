/**
 * A text as a word of an address: lowercase letters, digits and hyphens. German umlauts are spelled out (`über` is `ueber`), other
 * letters lose their marks. Empty where nothing is left, as of a text in another script.
 */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[äöüßæœøłđþ]/g, (letter) => transcriptions[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** Letters that are not a letter and a mark to Unicode, or that German does not write as one. */
const transcriptions: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  þ: 'th',
};
