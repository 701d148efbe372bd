import type { Invent, Invention } from './invention.ts';

/** A search term with made-up measurements. */
export interface Term {
  readonly keyword: string;
  readonly search_volume: number | null;
  readonly cpc: number | null;
  readonly difficulty: number | null;
  readonly intent: string | null;
}

const intents = ['informational', 'commercial', 'transactional', 'navigational'] as const;

/** What a measurement of this keyword says: always the same. */
export function measured(invent: Invent, keyword: string): Term {
  const made = invent('term', keyword);
  return {
    keyword,
    search_volume: made.whole(1, 90) * made.pick([10, 10, 50, 100]),
    cpc: made.whole(15, 420) / 100,
    difficulty: made.whole(4, 88),
    intent: made.pick(intents),
  };
}

/** Longer terms around a seed, without repetition. */
export function related(made: Invention, seed: string, count: number): string[] {
  const found = new Set<string>();
  for (let turn = 0; found.size < count && turn < count * 20; turn += 1) {
    const tail = turn < count * 3 ? made.pick(tails) : `${made.pick(tails)} ${made.pick(places)}`;
    found.add(`${made.chance(0.35) ? `${made.pick(heads)} ` : ''}${seed} ${tail}`);
  }
  return [...found];
}

const heads = ['best', 'cheap', 'local', 'new', 'small'] as const;
const tails = [
  'guide', 'cost', 'comparison', 'for beginners', 'checklist', 'near me', 'reviews', 'alternatives', 'examples', 'template',
  'at home', 'online', 'step by step', 'mistakes', 'ideas', 'test', 'advice', 'rental',
] as const;
const places = ['berlin', 'hamburg', 'vienna', 'lyon', 'warsaw', 'madrid'] as const;
