import { kind, type Row } from '../../../engine/kind.ts';
import type { Plan } from '../../../engine/plan.ts';

export interface CheckValidation {
  status: 'queued' | 'running' | 'completed';
  results: { check: string; lift: number; pages: number }[];
}

export const checkValidations = kind<CheckValidation>('grounding_check_validation');

export const showValidation = ({ id, body }: Row<CheckValidation>) => ({ id, ...body });

/** Weighs each check against citations; the strongest lift first (document 3). */
export function validating(): Plan<CheckValidation> {
  return {
    of: checkValidations,
    steps: () => [
      { after: 10, run: ({ body }) => void (body.status = 'running') },
      {
        after: 50,
        run: ({ id, body }, { world }) => {
          body.results = checks
            .map((check) => ({
              check,
              lift: world.invent('lift', id, check).whole(-20, 180) / 100,
              pages: world.invent('pages', check).whole(40, 400),
            }))
            .toSorted((a, b) => b.lift - a.lift);
          body.status = 'completed';
        },
      },
    ],
  };
}

const checks = ['author_named', 'sources_linked', 'answer_first', 'date_shown', 'structured_markup', 'plain_headings'];
