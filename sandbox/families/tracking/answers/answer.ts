import { keyedKind, type Row } from '../../../engine/documents.ts';
import type { World } from '../../../engine/world.ts';
import { runs, type Run, type TrackingProject } from '../brand/kinds.ts';
import { isWithinPeriod, type Period } from '../brand/period.ts';

/** The answer of an assistant to one prompt. Every figure of a brand is computed from its answers. */
export interface Answer {
  /** The id of the prompt. */
  readonly prompt: number;
  readonly platform: string;
  readonly with_search: boolean;
  /** The name that it uses for the brand; null: it does not mention it. */
  readonly name: string | null;
  /** The place of the brand among those that it mentions, from 1. */
  readonly position: number | null;
  readonly sentiment: 'positive' | 'neutral' | 'negative' | null;
  readonly recommended: boolean;
  /** Domains of the competitors that it mentions. */
  readonly rivals: readonly string[];
  /** Addresses of cited pages. */
  readonly cites: readonly string[];
  /** Its claims about the brand. */
  readonly says: readonly { readonly claim: string; readonly isWrong: boolean }[];
}

/** An answer with the end of its run, ISO 8601. */
export type DatedAnswer = Answer & { readonly at: string };

interface AnswersOfRun {
  readonly at: string;
  readonly answers: readonly Answer[];
}

/** By the id of the run; the parent is the tracking project. */
export const runAnswers = keyedKind<AnswersOfRun>('run_answers');

/** The answers of ended runs do not change, so they are read once. */
const read = new WeakMap<World['store'], Map<number, AnswersOfRun>>();

function ofRun({ store }: World, id: number): AnswersOfRun | undefined {
  const known = read.get(store) ?? new Map<number, AnswersOfRun>();
  read.set(store, known);
  const answers = known.get(id) ?? store.get(runAnswers, id)?.body;
  if (answers) known.set(id, answers);
  return answers;
}

/** The answers of all runs that ended in the period, or of all runs. */
export const answersOf = (world: World, { id: parent }: Row<TrackingProject>, period?: Period): DatedAnswer[] =>
  world.store
    .all(runs, { parent })
    .flatMap(({ id }) => ofRun(world, id) ?? [])
    .filter(({ at }) => !period || isWithinPeriod(period, at))
    .flatMap(({ at, answers }) => answers.map((answer) => ({ ...answer, at })));

export const answersOfRun = (world: World, { id }: Row<Run>): readonly Answer[] => ofRun(world, id)?.answers ?? [];
