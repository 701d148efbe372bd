/** Characters that have a usual spelling in ASCII. */
const spellings: Readonly<Record<string, string>> = {
  '…': '...',
  '–': '-',
  '—': '-',
  '−': '-',
  '·': '-',
  '•': '*',
  '→': '->',
  '×': 'x',
  '≤': '<=',
  '≥': '>=',
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‘': "'",
  '’': "'",
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  '€': 'EUR',
};

const segments = new Intl.Segmenter();

/** `text` for a terminal that shows ASCII only: letters lose their accents, and what has no spelling becomes `?`. */
export function toAscii(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  return Array.from(segments.segment(text), ({ segment }) => asciiOf(segment)).join('');
}

function asciiOf(segment: string): string {
  const spelling = spellings[segment];
  if (spelling !== undefined) return spelling;
  const plain = segment.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return /^[\0-\x7f]+$/.test(plain) ? plain : '?';
}
