import type { Invention } from '../invention.ts';
import type { Facet, Grammar } from './grammar.ts';

/** Makes the sentences of one text; none of them twice. */
export interface Speaker {
  /** Fills a pattern's slots, or undefined if the text has said just that already. */
  say(pattern: string, heading?: string): string | undefined;
  /** A further sentence, about this facet while it has any, else about another; undefined once everything is said. */
  more(facet: number): string | undefined;
}

export function speaker(random: Invention, grammar: Grammar, topic: string): Speaker {
  const { facets, predicates, openers } = grammar;
  const usedTexts = new Set<string>();
  const decks = facets.map(() => shuffled(random, predicates));
  const turns = facets.map(() => 0);
  const starts = shuffled(random, openers);
  let opened = 0;
  const say: Speaker['say'] = (pattern, heading = '') => {
    // With other numbers it would still be the same sentence.
    const key = `${pattern}/${heading}`;
    if (usedTexts.has(key)) return undefined;
    usedTexts.add(key);
    return filled(random, pattern, topic, heading);
  };
  const pattern = (facet: number): string => {
    const turn = turns[facet] ?? 0;
    turns[facet] = turn + 1;
    const aspect = aspectAt(facets[facet], turn);
    const [verb, rest] = decks[facet]?.[turn % predicates.length] ?? ['', ''];
    if (random.chance(0.45)) return `${capital(aspect)} ${verb} ${rest}.`;
    const opener = starts[opened % starts.length] ?? '';
    opened += 1;
    return grammar.inverts ? `${opener} ${verb} ${aspect} ${rest}.` : `${opener} ${aspect} ${verb} ${rest}.`;
  };
  return {
    say,
    more: (facet) => {
      const order = [facet, ...facets.keys()];
      for (const one of order) {
        // Each aspect meets each predicate once: there are 3 aspects, and the predicates are not a multiple of 3.
        if ((turns[one] ?? 0) < 3 * predicates.length) return say(pattern(one));
      }
      return undefined;
    },
  };
}

/** A topic, sentence or noun phrase with a capital at its start. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Fills a pattern: see Grammar for its slots. */
export function filled(random: Invention, pattern: string, topic: string, heading = ''): string {
  const slots: Readonly<Record<string, () => string>> = {
    t: () => topic,
    T: () => capital(topic),
    h: () => heading,
    n: () => String(random.whole(5, 9)),
    m: () => String(random.whole(2, 9) * 10),
  };
  return pattern.replaceAll(/\{([tThnm])\}/g, (mark, slot: string) => slots[slot]?.() ?? mark);
}

/** The same things in another order. */
export function shuffled<T>(random: Invention, things: readonly T[]): T[] {
  const remaining = [...things];
  return Array.from(things, () => remaining.splice(random.whole(0, remaining.length - 1), 1)).flat();
}

const aspectAt = (facet: Facet | undefined, turn: number): string => facet?.aspects[turn % 3] ?? '';
