import type { LimitView } from '../../client/client.ts';
import type { Sight } from './look-at.ts';

/** A change that a look sees in comparison with the look before. */
export interface Happening {
  readonly kind: 'index_fell' | 'competitor_passed' | 'domain_gained' | 'domain_lost' | 'false_claim' | 'budget_low';
  /** The brand that it is about. Absent: it is about the account. */
  readonly brand?: string | undefined;
  /** The account, where there are several. */
  readonly account?: string | undefined;
  readonly text: string;
}

/** What happened between two looks at a brand, and which rules cannot be judged. `drop`: points of the index. */
export function happeningsBetween(
  before: Sight,
  now: Sight,
  drop: number,
): { readonly happened: readonly Happening[]; readonly unjudged: readonly string[] } {
  const { brand } = now;
  const happened: Happening[] = [];
  const unjudged: string[] = [];
  const add = (kind: Happening['kind'], text: string): void => void happened.push({ kind, brand, text });
  const judge = <T>(rule: string, was: T | undefined, is: T | undefined, rules: (was: T, is: T) => void): void => {
    if (was === undefined || is === undefined) unjudged.push(`${brand}: ${rule} cannot be judged`);
    else rules(was, is);
  };
  judge('index', before.index, now.index, (was, is) => {
    if (was - is >= drop) add('index_fell', `${brand}: the index fell from ${was} to ${is}.`);
  });
  judge('competitors', voiceOf(before), voiceOf(now), (was, is) => {
    for (const [rival, share] of Object.entries(is.rivals))
      if (share > is.own && (was.rivals[rival] ?? 0) <= was.own)
        add('competitor_passed', `${brand}: ${rival} passed it in citations, ${share} % against ${is.own} %.`);
  });
  judge('cited domains', before.domains, now.domains, (was, is) => {
    const [old, current] = [new Set(was), new Set(is)];
    for (const domain of is) if (!old.has(domain)) add('domain_gained', `${brand}: ${domain} is cited now.`);
    for (const domain of was) if (!current.has(domain)) add('domain_lost', `${brand}: ${domain} is cited no more.`);
  });
  judge('claims', before.claims, now.claims, (was, is) => {
    for (const [id, claim] of Object.entries(is))
      if (!Object.hasOwn(was, id)) add('false_claim', `${brand}: a claim to check appeared: ${claim}`);
  });
  return { happened, unjudged };
}

const voiceOf = ({
  own,
  rivals,
}: Sight): { readonly own: number; readonly rivals: Readonly<Record<string, number>> } | undefined =>
  own === undefined || rivals === undefined ? undefined : { own, rivals };

/** The limits of which less than a tenth is left; reserved credits do not count as left. */
export const lowLimits = (limits: readonly Pick<LimitView, 'limit' | 'left' | 'spent' | 'reserved'>[]): string[] =>
  limits.filter(({ left, spent, reserved }) => left < (left + spent + reserved) / 10).map(({ limit }) => limit);
