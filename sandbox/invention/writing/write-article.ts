import type { Invention } from '../invention.ts';
import { grammarOf } from './grammars.ts';
import type { Grammar } from './grammar.ts';
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

/** A text in Markdown with an introduction, sections, lists and an end. No sentence and no heading comes twice. */
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
  return [
    ...facetIndexes.map((index, n) => {
      const facet = grammar.facets[index];
      const list = words >= 220 && n % 2 === 0 ? [bullets(facet?.tips ?? [])] : [];
      return section(fill(draft, facet?.heading ?? ''), index, [paragraph(draft, [facet?.fact ?? ''])], list);
    }),
    ...(words >= 250 ? [section(fill(draft, grammar.conclusion), null, [paragraph(draft, grammar.conclusions)])] : []),
  ];
}

/** The sections of an outline: its headings, its order, and nothing between them. */
function outlined(draft: Draft, outline: readonly OutlineEntry[]): Section[] {
  const { grammar, words } = draft;
  const isLong = words / outline.length >= 90;
  return outline.map(({ heading, children, points, words: share }, n) => {
    const index = facetFor(draft, heading, n);
    const isOwnHeading = fill(draft, grammar.facets[index]?.heading ?? '') === heading;
    const lead = isOwnHeading ? grammar.facets[index]?.fact : grammar.leads[n % grammar.leads.length];
    const tips = isLong && n % 2 === 0 && n < grammar.facets.length ? (grammar.facets[index]?.tips ?? []) : [];
    const extra = [bullets(points.length > 0 ? points : tips)];
    for (const child of children) extra.push(`### ${child}`, sentences(draft, 2, index));
    if (n === outline.length - 1 && words >= 250) extra.push(paragraph(draft, grammar.conclusions));
    return section(heading, index, [paragraph(draft, [lead ?? ''], isOwnHeading ? '' : heading)], extra, share ?? 150);
  });
}

/** The facet whose heading it is, else the next in turn. */
function facetFor(draft: Draft, heading: string, n: number): number {
  const { facets } = draft.grammar;
  const own = facets.findIndex((facet) => fill(draft, facet.heading) === heading);
  return own >= 0 ? own : n % facets.length;
}

/** Adds sentences until the text has its length: to each section its share, and to the next what the one before left. */
function lengthen(draft: Draft, sections: readonly Section[], missing: number): void {
  const open = sections.filter(({ facet }) => facet !== null);
  const total = open.reduce((sum, { weight }) => sum + weight, 0);
  let due = 0;
  for (const { facet, weight, before } of open) {
    due += (missing * weight) / total;
    let inParagraph = before.length > 0 ? 1 : 0;
    let size = draft.random.whole(3, 5);
    for (;;) {
      const sentence = draft.voice.more(facet ?? 0);
      if (sentence === undefined || due < countWords(sentence) / 2) break;
      due -= countWords(sentence);
      if (inParagraph === 0 || inParagraph >= size) {
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

const sentences = ({ voice }: Draft, count: number, facet: number): string =>
  Array.from({ length: count }, () => voice.more(facet) ?? '')
    .join(' ')
    .trim();

const bullets = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');
