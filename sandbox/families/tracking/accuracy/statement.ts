import type { Stored } from '../../../engine/implement.ts';
import type { Invent } from '../../../invention/invention.ts';
import type { Row } from '../../../engine/kind.ts';
import { capital } from '../../../invention/writing/speaker.ts';
import type { TrackingProject } from '../brand/kinds.ts';

/** What the API shows of a claim. */
export type ShownClaim = Stored<'accuracy.list', 'status'>;

/** Something that can be said about a brand in several ways, of which one is true. */
interface Statement {
  readonly type: ShownClaim['claim_type'];
  /** How much harm a wrong answer does. */
  readonly severity: ShownClaim['severity'];
  /** `*` stands for the brand and `#` for the value. */
  readonly pattern: string;
  readonly values: readonly [string, string, string];
}

const statements: readonly Statement[] = [
  {
    type: 'price',
    severity: 'critical',
    pattern: 'the entry model by * costs #',
    values: ['49 euros', '45 euros', '59 euros'],
  },
  {
    type: 'duration',
    severity: 'high',
    pattern: 'delivery by * takes #',
    values: ['two days', 'three days', 'a week'],
  },
  {
    type: 'feature_availability',
    severity: 'high',
    pattern: '* offers #',
    values: ['repairs and spare parts', 'repairs', 'rental'],
  },
  {
    type: 'technical_spec',
    severity: 'medium',
    pattern: 'the largest model by * weighs #',
    values: ['60 kilograms', '54 kilograms', '80 kilograms'],
  },
  { type: 'history', severity: 'low', pattern: '* was founded in #', values: ['1987', '1992', '2004'] },
  { type: 'rating', severity: 'medium', pattern: '* is rated # of 5', values: ['4.7', '4.5', '3.9'] },
  { type: 'other', severity: 'low', pattern: '* has # in the harbour', values: ['a shop', 'a workshop', 'an office'] },
];

type ClaimText = Pick<ShownClaim, 'claim_type' | 'claim_normalized' | 'severity'>;

/** What a platform says about the brand: mostly the truth, of one thing a wrong value, and of others at times. */
export function statementsBy(invent: Invent, project: Row<TrackingProject>, platform: string): ClaimText[] {
  const slip = invent('slip', project.id, platform).whole(0, statements.length - 2);
  return statements
    .filter(({ type }, n) => n === slip || invent('said', project.id, platform, type).chance(0.6))
    .map((statement) => {
      const random = invent('said value', project.id, platform, statement.type);
      const truth = trueValue(invent, project, statement);
      const wrong = statement === statements[slip] || random.chance(0.25);
      const value = wrong ? (statement.values.filter((other) => other !== truth)[random.whole(0, 1)] ?? truth) : truth;
      return {
        claim_type: statement.type,
        severity: statement.severity,
        claim_normalized: wording(statement, project, value),
      };
    });
}

/** What the brand says of itself on its own pages, as sentences; about the last kind of statement it says nothing. */
export const brandFacts = (invent: Invent, project: Row<TrackingProject>): string[] =>
  statements
    .slice(0, -1)
    .map((statement) => `${capital(wording(statement, project, trueValue(invent, project, statement)))}.`);

/** The verdict on a claim, and the fact that it rests on. */
export interface Verdict {
  readonly status: 'true' | 'false' | 'outdated' | 'partial' | 'unverifiable';
  readonly fact: string | null;
}

/** Compares a claim with what the brand says of itself: the same is true, a part of it partial, the value before it outdated. */
export function judge(
  { claim_type, claim_normalized }: ClaimText,
  project: Row<TrackingProject>,
  facts: readonly string[],
): Verdict {
  const statement = statements.find(({ type }) => type === claim_type);
  const stated = (value: string) =>
    facts.find((fact) => statement !== undefined && fact === `${capital(wording(statement, project, value))}.`);
  const truth = statement?.values.find((value) => stated(value) !== undefined);
  const claimed = statement?.values.find((value) => wording(statement, project, value) === claim_normalized);
  if (statement === undefined || truth === undefined || claimed === undefined)
    return { status: 'unverifiable', fact: null };
  const fact = stated(truth) ?? null;
  if (claimed === truth) return { status: 'true', fact };
  if (truth.includes(claimed) || claimed.includes(truth)) return { status: 'partial', fact };
  return { status: claimed === formerValue(statement, truth) ? 'outdated' : 'false', fact };
}

const wording = ({ pattern }: Statement, { body }: Row<TrackingProject>, value: string): string =>
  pattern.replace('#', () => value).replace('*', () => body.brand_name);

const trueValue = (invent: Invent, { id }: Row<TrackingProject>, { type, values }: Statement): string =>
  invent('truth', id, type).pick(values);

const formerValue = ({ values }: Statement, truth: string): string | undefined =>
  values[(values.indexOf(truth) + 1) % values.length];
