import { keyedKind, type Row } from '../../../engine/documents.ts';
import type { World } from '../../../engine/world.ts';
import type { Run, TrackingProject } from '../brand/kinds.ts';
import { within, type Period } from '../brand/period.ts';

/** What an assistant answered to one prompt. Every figure of a brand is worked out from its answers. */
export interface Answer {
  /** The id of the prompt. */
  readonly prompt: number;
  readonly platform: string;
  readonly with_search: boolean;
  /** What it calls the brand; null: it does not mention it. */
  readonly name: string | null;
  /** The place of the brand among those that it mentions, from 1. */
  readonly position: number | null;
  readonly sentiment: 'positive' | 'neutral' | 'negative' | null;
  readonly recommended: boolean;
  /** Domains of the competitors that it mentions. */
  readonly rivals: readonly string[];
  /** Addresses of the pages that it cites. */
  readonly cites: readonly string[];
  /** What it claims about the brand. */
  readonly says: readonly { readonly claim: string; readonly isWrong: boolean }[];
}

/** An answer with the end of its run, ISO 8601. */
export type DatedAnswer = Answer & { readonly at: string };

/** By the id of the run; the parent is the tracking project. */
export const runAnswers = keyedKind<{ readonly at: string; readonly answers: readonly Answer[] }>('run_answers');

/** The answers of all runs that ended in the period, or of all runs. */
export const answersOf = ({ store }: World, { id: parent }: Row<TrackingProject>, period?: Period): DatedAnswer[] =>
  store
    .all(runAnswers, { parent })
    .filter(({ body: { at } }) => !period || within(period, at))
    .flatMap(({ body: { at, answers } }) => answers.map((answer) => ({ ...answer, at })));

export const answersOfRun = ({ store }: World, { id }: Row<Run>): readonly Answer[] =>
  store.get(runAnswers, id)?.body.answers ?? [];
