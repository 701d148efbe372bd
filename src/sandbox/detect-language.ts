/** The language whose commonest words a text uses most, as ISO 639-1; English where it uses none. */
export function detectLanguage(text: string): string {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const hits = Object.entries(commonest).map(([language, known]) => ({ language, count: words.filter((word) => known.has(word)).length }));
  const [best] = hits.toSorted((a, b) => b.count - a.count);
  return best && best.count > 0 ? best.language : 'en';
}

const commonest: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(['the', 'and', 'is', 'of', 'to', 'that', 'with', 'for']),
  de: new Set(['der', 'die', 'das', 'und', 'ist', 'nicht', 'mit', 'ein']),
  fr: new Set(['le', 'les', 'et', 'est', 'des', 'une', 'dans', 'pour']),
  es: new Set(['el', 'los', 'y', 'es', 'una', 'por', 'con', 'para']),
  pl: new Set(['jest', 'nie', 'się', 'na', 'oraz', 'że', 'który', 'dla']),
  it: new Set(['il', 'gli', 'è', 'di', 'che', 'non', 'sono', 'della']),
  nl: new Set(['het', 'een', 'niet', 'van', 'zijn', 'voor', 'ook', 'maar']),
};
