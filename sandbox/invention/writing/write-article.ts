import type { Invention } from '../invention.ts';
import { grammarOf } from './grammars.ts';
import type { Facet, Grammar } from './grammar.ts';
import { oneLine, readOutline, type OutlineEntry } from './outline.ts';
import { capital, filled, shuffled, speaker, type Speaker } from './speaker.ts';

/** Order for a text. */
export interface Commission {
  readonly topic: string;
  /** Length in words, headings included. */
  readonly words: number;
  /** A language tag; English for one without a grammar. */
  readonly language?: string | null | undefined;
  /** The main heading; the topic without one. */
  readonly title?: string | undefined;
  /** A storyline's structure, whose headings the text then has, in that order, and no others of their level. */
  readonly structure?: readonly unknown[] | undefined;
}

/**
 * A text in Markdown with an introduction, sections, lists, an example and an end; from 500 words on with a table, from
 * 600 with answers to questions and from 700 with a checklist. No sentence and no heading comes twice.
 */
export function writeArticle(random: Invention, { topic, words, language, title, structure = [] }: Commission): string {
  const grammar = grammarOf(language);
  const label = labelOf(topic);
  const outline = readOutline(structure);
  const voice = speaker(random, grammar, label);
  const draft: Draft = { random, grammar, voice, label, words };
  const body = outline.length > 0 ? outlined(draft, outline) : composed(draft);
  const usedHeadings = new Set(body.map(({ heading }) => heading?.toLowerCase()));
  const mainHeading = oneLine(title ?? '') || capital(label);
  const main = usedHeadings.has(mainHeading.toLowerCase())
    ? filled(random, grammar.titles[0] ?? '{T}', label)
    : mainHeading;
  const opening = section(null, null, [paragraph(draft, grammar.introductions.slice(0, words < 220 ? 2 : 4))]);
  const sections = [opening, ...body];
  lengthen(draft, sections, words - [main, ...sections.map(render)].reduce((sum, text) => sum + lengthOf(text), 0));
  return [`# ${main}`, ...sections.map(render)].filter((text) => text !== '').join('\n\n');
}

/** Words are what spaces part, as far as they have a letter or a digit. */
export const countWords = (text: string): number =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Between the words and what spaces part, so that a table's lines and other marks put neither count far off. */
const lengthOf = (text: string): number => (countWords(text) + (text.match(/\S+/g)?.length ?? 0)) / 2;

/** How a topic is named inside sentences: on one line, without its final mark, and short. */
export function labelOf(topic: string): string {
  const words = oneLine(topic)
    .replace(/[.?!:;,\s]+$/, '')
    .split(' ');
  return words.length > 8 ? `${words.slice(0, 8).join(' ')}…` : words.join(' ');
}

interface Draft {
  readonly random: Invention;
  readonly grammar: Grammar;
  readonly voice: Speaker;
  readonly label: string;
  readonly words: number;
}

interface Section {
  readonly heading: string | null;
  /** Subject of its further sentences; null where none are to be added. */
  readonly facet: number | null;
  /** Shares of the length that the plan leaves open. */
  readonly weight: number;
  readonly before: string[];
  readonly after: readonly string[];
}

const section = (
  heading: string | null,
  facet: number | null,
  before: readonly string[],
  after: readonly string[] = [],
  weight = 1,
): Section => ({
  heading,
  facet,
  weight,
  before: [...before],
  after,
});

const render = ({ heading, before, after }: Section): string =>
  [...(heading === null ? [] : [`## ${heading}`]), ...before, ...after].filter((text) => text !== '').join('\n\n');

/** The sections of a text without an outline. */
function composed(draft: Draft): Section[] {
  const { random, grammar, words } = draft;
  const count = Math.max(1, Math.min(grammar.facets.length, Math.round(words / 200)));
  const others = shuffled(random, [...grammar.facets.keys()].slice(1)).slice(0, count - 1);
  const facetIndexes = [0, ...others].toSorted((a, b) => a - b);
  const withList = new Set(words < 220 ? [] : facetIndexes.filter((_, n) => n % 2 === 0));
  const spare = [...grammar.facets.keys()].filter((facet) => !withList.has(facet));
  const sections = facetIndexes.map((facet) => {
    const list = withList.has(facet) ? [bullets(grammar.facets[facet]?.tips ?? [])] : [];
    return section(fill(draft, grammar.facets[facet]?.heading ?? ''), facet, [opener(draft, facet)], list);
  });
  return [
    ...sections.slice(0, 2),
    ...(words >= 500 ? [section(fill(draft, grammar.overview), null, [table(draft, spare)])] : []),
    ...sections.slice(2),
    ...(words >= 400 ? [section(fill(draft, grammar.example), null, [exampleOf(draft)])] : []),
    ...(words >= 700 ? [section(fill(draft, grammar.checklist), null, [checklist(draft, spare)])] : []),
    ...(words >= 600 ? [section(fill(draft, grammar.faq), null, [questions(draft, facetIndexes, '### ')])] : []),
    ...(words >= 250 ? [section(fill(draft, grammar.conclusion), null, [paragraph(draft, grammar.conclusions)])] : []),
  ];
}

/** The sections of an outline: its headings, its order, and nothing between them. */
function outlined(draft: Draft, outline: readonly OutlineEntry[]): Section[] {
  const { grammar, words } = draft;
  const room = words / outline.length;
  const facetIndexes = facetsFor(draft, outline);
  const free = [...grammar.facets.keys()].filter((facet) => !facetIndexes.includes(facet));
  const spare = [...free, ...facetIndexes.filter((facet, n) => n % 2 === 1 && facetIndexes.indexOf(facet) === n)];
  const withList = new Set<number>();
  return outline.map(({ heading, children, points, words: share }, n) => {
    const facet = facetIndexes[n] ?? 0;
    if (asksQuestions.test(heading) && outline.length > 1)
      return section(heading, null, [questions(draft, facetIndexes, '')]);
    if (asksList.test(heading) && spare.length > 0 && outline.length > 1)
      return section(heading, null, [checklist(draft, spare)]);
    const extra: string[] = [];
    if (points.length > 0) extra.push(bullets(points));
    else if (room >= 90 && n % 2 === 0 && !spare.includes(facet) && !withList.has(facet))
      extra.push(bullets(grammar.facets[facet]?.tips ?? []));
    withList.add(facet);
    if (room >= 90 && n === 1 && spare.length > 1) extra.push(table(draft, spare));
    if (room >= 70 && n === Math.min(2, outline.length - 1)) extra.push(exampleOf(draft));
    for (const child of children) extra.push(`### ${child}`, sentences(draft, 2, facet));
    if (n === outline.length - 1 && words >= 250) extra.push(paragraph(draft, grammar.conclusions));
    const own = fill(draft, grammar.facets[facet]?.heading ?? '') === heading;
    const start = own
      ? [opener(draft, facet)]
      : [paragraph(draft, [grammar.leads[n % grammar.leads.length] ?? ''], heading)];
    return section(heading, facet, start, extra, share ?? 150);
  });
}

/** Subjects of the headings: by their words where these state one, else the next unused one. */
function facetsFor({ grammar, ...draft }: Draft, outline: readonly OutlineEntry[]): number[] {
  const facetsInOutline = outline.map(({ heading }) => {
    const own = grammar.facets.findIndex((facet) => fill({ grammar, ...draft }, facet.heading) === heading);
    return own >= 0 ? own : subjects.findIndex((subject) => subject.test(heading));
  });
  const otherFacets = [...grammar.facets.keys()].filter((facet) => !facetsInOutline.includes(facet));
  return facetsInOutline.map((facet, n) => (facet >= 0 ? facet : (otherFacets.shift() ?? n % grammar.facets.length)));
}

/** What headings in any of the languages say they are about, in the order of a grammar's facets. */
const subjects = [
  /\b(what is|basics|was ist|grundlagen|l’essentiel|c’est quoi|qué es|czym jest|podstawy)\b/iu,
  /choos|select|compar|auswahl|wähl|vergleich|chois|compara|eleg|elecc|wyb[oió]r|porówn/iu,
  /cost|price|budget|kost|preis|prix|coût|tarif|precio|cuesta|presupuesto|koszt|cen[ay]\b/iu,
  /plan|step|schritt|étape|paso|krok/iu,
  /quality|material|qualit|calidad|jakoś/iu,
  /mistake|error|fehler|erreur|błęd/iu,
  /care|clean|storage|pfleg|reinig|lager|entret|nettoy|cuid|limpi|mantenim|pielęgn|czyszcz/iu,
  /success|measur|result|erfolg|mess|mesur|résultat|medir|wynik|mierz/iu,
] as const;

const asksQuestions =
  /faq|frequently askedFacets|häufige fragen|questions fréquentes|preguntas frecuentes|częste pytania/iu;

const asksList = /check ?list|liste de contrôle|lista de comprobación|lista kontrolna/iu;

/** Adds sentences until the text has its length: to each section its share, and to the next what the one before left. */
function lengthen(draft: Draft, sections: readonly Section[], missing: number): void {
  const open = sections.filter(({ facet }) => facet !== null);
  const total = open.reduce((sum, { weight }) => sum + weight, 0);
  let due = 0;
  for (const { facet, weight, before } of open) {
    due += (missing * weight) / total;
    const facts = [...(draft.grammar.facets[facet ?? 0]?.facts ?? [])];
    let inParagraph = before.length > 0 ? 1 : 0;
    let size = draft.random.whole(3, 5);
    for (;;) {
      const starts = inParagraph >= size || inParagraph === 0;
      const sentence =
        (starts ? facts.flatMap((fact) => draft.voice.say(fact) ?? [])[0] : undefined) ?? draft.voice.more(facet ?? 0);
      if (sentence === undefined || due < countWords(sentence) / 2) break;
      due -= countWords(sentence);
      if (starts) {
        before.push(sentence);
        inParagraph = 1;
        size = draft.random.whole(3, 5);
      } else {
        before.push(`${before.pop() ?? ''} ${sentence}`.trim());
        inParagraph += 1;
      }
    }
  }
}

const fill = ({ random, label }: Draft, pattern: string): string => filled(random, pattern, label);

const paragraph = ({ voice }: Draft, patterns: readonly string[], heading?: string): string =>
  patterns.flatMap((pattern) => voice.say(pattern, heading) ?? []).join(' ');

const opener = (draft: Draft, facet: number): string =>
  paragraph(draft, draft.grammar.facets[facet]?.facts.slice(0, 1) ?? []);

const sentences = ({ voice }: Draft, count: number, facet: number): string =>
  Array.from({ length: count }, () => voice.more(facet) ?? '')
    .join(' ')
    .trim();

const bullets = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');

const exampleOf = (draft: Draft): string =>
  paragraph(draft, [draft.random.pick([draft.grammar.examples[0] ?? '', ...draft.grammar.examples])]);

function checklist({ grammar }: Draft, facets: readonly number[]): string {
  const tips = facets.slice(0, 4).flatMap((facet) => grammar.facets[facet]?.tips.slice(1) ?? []);
  return tips.map((tip) => `- [ ] ${tip}`).join('\n');
}

function table({ random, grammar }: Draft, facets: readonly number[]): string {
  const row = ({ aspects, tips }: Facet) => [capital(aspects[2]), tips[0], `${random.whole(2, 9) * 5} min`];
  const rows = facets
    .slice(0, 4)
    .flatMap((facet) => grammar.facets[facet] ?? [])
    .map(row);
  return [grammar.table, grammar.table.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function questions(draft: Draft, facetIndexes: readonly number[], mark: '### ' | ''): string {
  const { grammar, voice, words } = draft;
  const count = Math.min(5, 1 + Math.floor(words / 400));
  const order = [...new Set([...facetIndexes.toReversed(), ...grammar.facets.keys()])].slice(0, count);
  const askedFacets = order.flatMap((facet) => grammar.facets[facet] ?? []);
  return askedFacets
    .map(
      ({ question, answer }) =>
        `${mark === '' ? `**${fill(draft, question)}**` : `${mark}${fill(draft, question)}`}\n\n${voice.say(answer) ?? ''}`,
    )
    .join('\n\n');
}
