/**
 * `text` without characters that a reader cannot see but a model or terminal obeys. Removed: escape sequences of terminals,
 * control characters except line breaks and tabs, and everything Unicode calls default-ignorable (bidirectional marks,
 * zero-width characters, fillers, tag characters, variation selectors, soft hyphens). Line and paragraph separators become
 * line breaks, halves of surrogate pairs U+FFFD. Characters with a meaning are kept: joiners within emoji and after letters
 * of scripts that join them, variation selectors of emoji and of Mongolian, and the tags of the three flags that Unicode
 * recommends.
 */
export function cleanText(text: string): string {
  if (!suspect.test(text)) return text;
  const plain = text.toWellFormed().replace(terminalSequence, '').replace(lineSeparator, '\n').replace(neverMeant, '');
  return isOverfull(plain) ? plain.replace(allUnseen, '') : plain.replace(unseen, keptOf);
}

/** Whether a long text has more joiners and selectors than any script or emoji can explain. */
function isOverfull(text: string): boolean {
  if (text.length < 10_000) return false;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x200c || unit === 0x200d || unit === 0xfe0f) count++;
  }
  return count * 8 > text.length;
}

/** ECMA-48: CSI, then OSC, DCS, SOS, PM and APC up to their terminator, then two-character escapes. Bounded, so that no text can make it slow. */
const terminalSequence =
  /(?:\u001B\[|\u009B)[0-?]{0,64}[ -/]{0,8}[@-~]|(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\u001B\u009C\n]{0,2000}(?:\u0007|\u001B\\|\u009C)|\u001B[ -/]{0,8}[0-~]/g;

const lineSeparator = /[\u2028\u2029]/g;

/** All invisible characters except joiners, selectors and tags. */
const neverMeant =
  /(?:(?![\u{200C}\u{200D}]|\u{FE0F}|[\u180B-\u180D\u180F\u{E0020}-\u{E007F}])[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB]|(?![\n\t])\p{Cc})+/gu;

/** A recommended flag that is written with tags (UTS 51, "emoji tag sequence"), or one invisible character. */
const unseen =
  /\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}|\p{Default_Ignorable_Code_Point}/gu;

const allUnseen = /\p{Default_Ignorable_Code_Point}+/gu;

const suspect =
  /[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cs}\u2028\u2029\uFFF9-\uFFFB]|(?![\n\t])\p{Cc}/u;

/** Every character that `cleanText` may remove or replace. */
export const suspectCharacters = new RegExp(suspect.source, 'gu');

function keptOf(character: string, at: number, whole: string): string {
  if (character.length > 2) return character;
  // Four code units contain one character with a modifier or selector after it, the longest context that is needed.
  const before = whole.slice(Math.max(0, at - 4), at);
  const after = whole.slice(at + character.length, at + character.length + 2);
  return isMeant(character, before, after) ? character : '';
}

function isMeant(character: string, before: string, after: string): boolean {
  if (character === '\u200D') return (endsInEmoji.test(before) && startsWithEmoji.test(after)) || joins(before, after);
  if (character === '\u200C') return joins(before, after);
  if (character === '\uFE0F')
    return endsInPictograph.test(before) || (/[0-9#*]$/.test(before) && after.startsWith('\u20E3'));
  return mongolianSelector.test(character) && /\p{Script=Mongolian}$/u.test(before);
}

/** Whether a joiner follows a letter or sign of a script that uses joiners. Several in a row are never kept, since they could encode hidden text. */
const joins = (before: string, after: string): boolean =>
  endsInJoiningScript.test(before) && !/^\p{Default_Ignorable_Code_Point}/u.test(after);

const endsInPictograph = /\p{Extended_Pictographic}$/u;
const endsInEmoji = /\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?$/u;
const startsWithEmoji = /^\p{Extended_Pictographic}/u;
const mongolianSelector = /^[\u180B-\u180D\u180F]$/;
const endsInJoiningScript =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]$/u;
