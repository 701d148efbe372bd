import type { Stored } from '../../../engine/implement.ts';
import type { Invent } from '../../../invention/invention.ts';
import type { Row } from '../../../engine/documents.ts';
import { capital } from '../../../invention/writing/label.ts';
import type { TrackingProject } from '../brand/kinds.ts';

/** The fields of a claim in the API. */
export type ShownClaim = Stored<'accuracy.list', 'status'>;

/** A statement of an assistant about a brand, and the result of a check against the brand's own facts. */
export interface Statement {
  readonly claim_type: ShownClaim['claim_type'];
  readonly severity: ShownClaim['severity'];
  readonly claim_normalized: string;
  readonly verdict: 'true' | 'false' | 'outdated' | 'partial' | 'unverifiable';
  /** The basis of the verdict. */
  readonly fact: string | null;
}

/** A subject with several possible values, only one of them true: `*` stands for the brand and `#` for the value. */
type Subject = readonly [
  type: ShownClaim['claim_type'],
  /** The severity of a wrong answer. */
  severity: ShownClaim['severity'],
  pattern: string,
  values: readonly [string, string, string],
];

const subjects: readonly Subject[] = [
  ['price', 'critical', 'the entry model by * costs #', ['49 euros', '45 euros', '59 euros']],
  ['duration', 'high', 'delivery by * takes #', ['two days', 'three days', 'a week']],
  ['feature_availability', 'high', '* offers #', ['repairs and spare parts', 'repairs', 'rental']],
  ['technical_spec', 'medium', 'the largest model by * weighs #', ['60 kilograms', '54 kilograms', '80 kilograms']],
  ['history', 'low', '* was founded in #', ['1987', '1992', '2004']],
  ['rating', 'medium', '* is rated # of 5', ['4.7', '4.5', '3.9']],
  ['other', 'low', '* has # in the harbour', ['a shop', 'a workshop', 'an office']],
];

/** The statements of a platform about the brand: mostly true, always wrong about one subject, and sometimes about others. */
export function statementsBy(invent: Invent, project: Row<TrackingProject>, platform: string): Statement[] {
  const slip = invent('slip', project.id, platform).whole(0, subjects.length - 2);
  return subjects
    .filter(([type], n) => n === slip || invent('said', project.id, platform, type).chance(0.6))
    .map((subject) => {
      const [claim_type, severity, , values] = subject;
      const random = invent('said value', project.id, platform, claim_type);
      const truth = trueValue(invent, project, subject);
      const isWrong = subject === subjects[slip] || random.chance(0.25);
      const others = values.filter((other) => other !== truth);
      const value = isWrong ? (others[random.whole(0, 1)] ?? truth) : truth;
      const fact = factOn(invent, project, subject);
      return {
        claim_type,
        severity,
        claim_normalized: wording(subject, project, value),
        verdict: fact === null ? 'unverifiable' : verdictOn(subject, value, truth),
        fact,
      };
    });
}

/** The brand's statements about itself on its own pages, as sentences. */
export const brandFacts = (invent: Invent, project: Row<TrackingProject>): string[] =>
  subjects.map((subject) => factOn(invent, project, subject)).filter((fact) => fact !== null);

/** A brand says nothing about some subjects. */
const factOn = (invent: Invent, project: Row<TrackingProject>, subject: Subject): string | null =>
  subject[0] === 'other' ? null : `${capital(wording(subject, project, trueValue(invent, project, subject)))}.`;

/** The true value gives the verdict true, a part of it partial, the previous value outdated. */
function verdictOn([, , , values]: Subject, claimed: string, truth: string): Statement['verdict'] {
  if (claimed === truth) return 'true';
  if (truth.includes(claimed) || claimed.includes(truth)) return 'partial';
  return claimed === values[(values.indexOf(truth) + 1) % values.length] ? 'outdated' : 'false';
}

const wording = ([, , pattern]: Subject, { body }: Row<TrackingProject>, value: string): string =>
  pattern.replace('#', () => value).replace('*', () => body.brand_name);

const trueValue = (invent: Invent, { id }: Row<TrackingProject>, [type, , , values]: Subject): string =>
  invent('truth', id, type).pick(values);
