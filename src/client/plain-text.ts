/** What a terminal or a model would obey rather than read: controls, and overrides of the writing direction. */
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** `text` from outside, without controls and overrides, cut to `most` characters. */
export function plainText(text: string, most: number): string {
  const plain = text.replace(obeyed, '');
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain;
}
