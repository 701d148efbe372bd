/**
 * Building blocks of texts in one language. `{t}` stands for the topic, `{T}` for the topic with a capital letter, `{h}`
 * for a heading, `{n}` for a number from 5 to 9 and `{m}` for a multiple of ten from 20 to 90.
 */
export interface Grammar {
  /** Starts of a sentence; the language's own punctuation included. */
  readonly openers: readonly string[];
  /** Verb in the third person singular, and what follows it. */
  readonly predicates: readonly (readonly [verb: string, rest: string])[];
  /** Whether an opener moves the verb before the subject, as in German. */
  readonly inverts: boolean;
  readonly introductions: readonly string[];
  /** First sentences below a heading that somebody else chose. */
  readonly leads: readonly string[];
  readonly conclusions: readonly string[];
  readonly conclusion: string;
  readonly titles: readonly string[];
  readonly descriptions: readonly string[];
  readonly facets: readonly Facet[];
}

/** One side of a topic, and what there is to say about it. */
export interface Facet {
  readonly heading: string;
  /** Singular noun phrases with their article, in the nominative: things that help, since the predicates praise them. */
  readonly aspects: readonly [string, string, string];
  readonly fact: string;
  readonly tips: readonly [string, string, string];
  readonly question: string;
}
