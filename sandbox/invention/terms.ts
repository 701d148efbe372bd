import type { Invent, Invention } from './invention.ts';

/** A search term with made-up measurements. */
export interface Term {
  readonly keyword: string;
  readonly search_volume: number | null;
  readonly cpc: number | null;
  readonly difficulty: number | null;
  readonly intent: string | null;
}

/** The intent that words of a keyword give away; informational without any. */
const intents: readonly (readonly [intent: string, words: RegExp])[] = [
  ['transactional', /\b(buy|cheap|rental|near me|online|template|kaufen|günstig|acheter|comprar|kupić)\b/iu],
  [
    'commercial',
    /\b(best|comparison|reviews?|alternatives|test|cost|price|vergleich|kosten|meilleur|mejor|najlepsz\p{L}*)\b/iu,
  ],
  ['navigational', /\b(login|contact|www|\p{L}+\.(com|de|example))\b/iu],
];

/** What a measurement of this keyword says: always the same. */
export function measureTerm(invent: Invent, keyword: string): Term {
  const random = invent('term', keyword);
  const intent = intents.find(([, words]) => words.test(keyword))?.[0] ?? 'informational';
  // The longer a term, the fewer look for it and the fewer compete for it.
  const length = Math.min(6, keyword.split(/\s+/).length);
  const search_volume = Math.max(10, Math.round((random.whole(20, 90) * 100) / length ** 2 / 10) * 10);
  const difficulty = Math.max(
    3,
    Math.min(92, Math.round(18 * Math.log10(search_volume) - 4 * length + random.whole(0, 20))),
  );
  const bid = intent === 'transactional' || intent === 'commercial' ? random.whole(60, 420) : random.whole(15, 110);
  return { keyword, search_volume, cpc: bid / 100, difficulty, intent };
}

/** Longer terms around a seed, without repetition. */
export function relatedTerms(random: Invention, seed: string, count: number): string[] {
  const terms = new Set<string>();
  for (let turn = 0; terms.size < count && turn < count * 20; turn += 1) {
    const tail = turn < count * 3 ? random.pick(tails) : `${random.pick(tails)} ${random.pick(places)}`;
    terms.add(`${random.chance(0.35) ? `${random.pick(heads)} ` : ''}${seed} ${tail}`);
  }
  return [...terms];
}

const heads = ['best', 'cheap', 'local', 'new', 'small'] as const;
const tails = [
  'guide',
  'cost',
  'comparison',
  'for beginners',
  'checklist',
  'near me',
  'reviews',
  'alternatives',
  'examples',
  'template',
  'at home',
  'online',
  'step by step',
  'mistakes',
  'ideas',
  'test',
  'advice',
  'rental',
] as const;
const places = ['berlin', 'hamburg', 'vienna', 'lyon', 'warsaw', 'madrid'] as const;
