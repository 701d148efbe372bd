/**
 * A text in a form for addresses: lowercase letters, digits and hyphens. German umlauts are spelled out (`über` is `ueber`),
 * other letters lose their marks. Empty if nothing is left, as for a text in another script.
 */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[äöüßæœøłđþ]/g, (letter) => transcriptions[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** Letters that Unicode does not decompose into a letter and a mark, or that German spells differently. */
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
