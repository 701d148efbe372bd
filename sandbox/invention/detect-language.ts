/**
 * The language a text is most likely in, as ISO 639-1: by its script where that is not Latin, else by the commonest
 * words it uses; English where it uses none.
 */
export function detectLanguage(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const script = scripts.find(([, form]) => (text.match(form)?.length ?? 0) > letters / 3);
  if (script) return script[0];
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const hits = Object.entries(commonest).map(([language, commonWords]) => ({
    language,
    count: words.filter((word) => commonWords.has(word)).length,
  }));
  const [best] = hits.toSorted((a, b) => b.count - a.count);
  return best && best.count > 0 ? best.language : 'en';
}

/** Japanese before Chinese, whose characters it uses too. */
const scripts: readonly (readonly [language: string, form: RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['th', /\p{Script=Thai}/gu],
];

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const commonest: Readonly<Record<string, ReadonlySet<string>>> = {
  en: wordsOf('the and is of to that with for this in it are was on as be how when they a'),
  de: wordsOf('der die das und ist nicht mit ein eine dem den von zu auf für wie wenn es im sich'),
  fr: wordsOf('le les et est des une dans pour sur que qui du la au avec ce pas ceci en de'),
  es: wordsOf('el los y es una por con para las del que se la como este en un cómo muy de'),
  pl: wordsOf('jest nie się na oraz że który dla jak po gdy to w z i o'),
  it: wordsOf('il gli è di che non sono della le per una un con la come questo e delle si'),
  nl: wordsOf('het een niet van zijn voor ook maar de en dit is hoe je over ze op met te die'),
  pt: wordsOf('o os é uma para com não você um como que do da em as e por mais se pode'),
  sv: wordsOf('och att det är som en på för med av inte den till ett jag de har om hur'),
  da: wordsOf('og at det er en på for med af ikke den til et jeg de har om hvordan der som'),
  no: wordsOf('og at det er en på for med av ikke den til et jeg de har om hvordan som vi'),
  fi: wordsOf('ja on ei se että hän oli mutta kun niin tämä joka ovat myös voi'),
  cs: wordsOf('je se na že to v s z do jako který pro by ale jsou tento'),
  tr: wordsOf('ve bir bu için ile da de çok olarak daha gibi ne var olan'),
};
