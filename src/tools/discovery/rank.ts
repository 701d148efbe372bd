import type { Operation } from '../../catalog/operation.ts';
import { asksForMany, intentOf, type Intent, type Kind, kindOf, takesMany } from './query-intent.ts';
import { synonymsOf } from './synonyms.ts';
import { wordsOf } from './words.ts';

/** Features of a candidate after the words of a query have been looked up. */
export interface Evidence {
  /** Sum over the words asked, all fields. */
  readonly score: number;
  /** Share of the words asked that were found. */
  readonly share: number;
  /** By `closeness`. */
  readonly close: number;
  /** Sums over the words asked, in one field each. */
  readonly fields: Readonly<Record<RankedField, number>>;
}

/** Fields that count once more by themselves: where a word stands says how much it means. */
export const rankedFields = ['words', 'asked', 'familyWords'] as const;
export type RankedField = (typeof rankedFields)[number];

/**
 * Scores candidates of one query: a linear model over the logarithm of the search score. The weights were fitted by
 * maximum likelihood (softmax over the candidates of each query) on test/tools/queries/tuning.tsv alone.
 */
export function rankerOf(
  query: string,
  asked: readonly string[],
): (operation: Operation, evidence: Evidence) => number {
  const byKind = kindWeights[intentOf(query)];
  const many = asksForMany(query);
  const meant = new Set(asked.flatMap((word) => synonymsOf(word)));
  return (operation, { score, share, close, fields }) => {
    const { family, action } = namesOf(operation);
    const covered = (names: ReadonlySet<string>): number =>
      names.size === 0 ? 0 : [...names].filter((word) => asked.includes(word)).length / names.size;
    const isSynonym = [...action].some((word) => meant.has(word) && !asked.includes(word));
    return (
      4 * Math.log(score) +
      10.2 * share +
      5.2 * close +
      2.3 * covered(new Set([...family, ...action])) +
      0.4 * covered(family) +
      0.5 * covered(action) +
      (isSynonym ? 0.5 : 0) +
      manyWeight(many, takesMany(operation)) +
      (operation.audience.who === 'admin' ? -0.8 : 0) +
      0.3 * Math.log(1 + fields.words) +
      2.6 * Math.log(1 + fields.asked) +
      0.6 * Math.log(1 + fields.familyWords) +
      byKind[kindOf(operation)]
    );
  };
}

/** The weight of the logarithm: dividing by it makes two results comparable as a ratio of search scores. */
export const logWeight = 4;

function manyWeight(asked: boolean, takes: boolean): number {
  if (asked) return takes ? 0.9 : -0.9;
  return takes ? -1 : 0;
}

const names = new WeakMap<Operation, { family: ReadonlySet<string>; action: ReadonlySet<string> }>();

function namesOf(operation: Operation): { family: ReadonlySet<string>; action: ReadonlySet<string> } {
  const known = names.get(operation);
  if (known) return known;
  const { family, name } = operation;
  const made = { family: new Set(wordsOf(family)), action: new Set(wordsOf(name.slice(family.length + 1))) };
  names.set(operation, made);
  return made;
}

/** The kind of operation that fits an intent: a question reads, "delete" deletes. */
const kindWeights: Readonly<Record<Intent, Readonly<Record<Kind, number>>>> = {
  list: { rows: 3.3, record: -0.5, table: -0.1, create: -4.7, change: -1.5, delete: -2.5, run: 0.7 },
  question: { rows: 2.6, record: 2.2, table: -0.4, create: -2.5, change: -2.2, delete: -2.5, run: 1.6 },
  look: { rows: 0.6, record: 1.8, table: 1.8, create: 0.6, change: -1.5, delete: -3.3, run: -0.7 },
  status: { rows: 0.4, record: 1.9, table: -1.1, create: -1.2, change: 1.8, delete: -0.2, run: -2 },
  delete: { rows: -1.5, record: -1.1, table: -0.4, create: -1.4, change: -1.5, delete: 3, run: -0.4 },
  change: { rows: -0.5, record: -3.5, table: -0.3, create: 0.2, change: 2.1, delete: 0.6, run: -0.4 },
  create: { rows: -2.9, record: -2.3, table: -0.6, create: 2.4, change: 1.6, delete: 0.2, run: 0.8 },
  run: { rows: -5.5, record: -0.5, table: -0, create: 2.3, change: 1.8, delete: -0.3, run: 2.5 },
  other: { rows: 0.5, record: -0.3, table: -1.8, create: 0.7, change: 0.1, delete: -0, run: 0.1 },
};
