import type { Id, Output } from '../../../catalog/index.ts';
import { boundedSuccess } from '../../results/result.ts';
import type { ToolResult } from '../../definition/tool.ts';
import { listAll, type Listing } from '../shared/list-all.ts';
import { missingFigures, rowFigure } from '../shared/missing-figures.ts';
import { readParts } from '../shared/read-parts.ts';
import { byRank, recordsIn } from '../shared/records-in.ts';
import type { Reader } from '../shared/task.ts';
import { headOf, trackedBrand } from '../shared/tracked-brand.ts';
import { claimLine, isKnownWrong, severities } from '../visibility-report/false-claims.ts';

/** Open claims of assistants about a brand, the most severe first, and what the checks are based on. */
export async function checkBrandFacts(reader: Reader, brand: string | undefined): Promise<ToolResult> {
  const tracked = await trackedBrand(reader, brand);
  const { id } = tracked;
  const [claims, { data: parts, missing }] = await Promise.all([
    listAll(reader, 'accuracy.list', { id, resolution_status: 'open' }),
    readParts(reader, {
      index: ['brand_knowledge.index_status', { id }],
      knowledge: ['brand_knowledge.read', { brand: id, include: 'truth' }],
    }),
  ]);
  const { records: rows, partial } = claims;
  const { pages, passages, last_crawled_at, verifiable_pct, indexing } = parts.index ?? {};
  const { armed, truth_sources } = parts.knowledge ?? {};
  const data = {
    ...headOf(tracked),
    ...claimsIn(id, claims),
    // Checks are based on truth sources that a person has confirmed; `armed`: whether there are any
    // (docs/platform/accuracy.md#truth-sources).
    knowledge: {
      pages,
      passages,
      verifiable_pct,
      last_crawled_at,
      indexing,
      armed,
      truth_sources: recordsIn(truth_sources as readonly object[]).slice(0, 5),
      next:
        armed === false
          ? 'A person has to confirm a truth source before checks use it; brand_knowledge.seed_truth_source makes one.'
          : undefined,
    },
    not_available: missingFigures(
      {
        severity: rowFigure(rows, 'severity', 'accuracy.list'),
        claim: rowFigure(rows, 'claim_normalized', 'accuracy.list'),
      },
      {
        claims: partial
          ? 'There are more open claims than were read: the most severe may be among the others.'
          : undefined,
        ...missing,
      },
    ),
  };
  const args = JSON.stringify({ id });
  return boundedSuccess(
    data,
    {
      credits: { estimated: 0, charged: 0 },
      hint: `To have the open claims checked again, see the price first: estimate {"calls":[{"operation":"accuracy.reverify","arguments":${args}}]}`,
    },
    `call_read {"operation":"accuracy.list","arguments":${JSON.stringify({ id, resolution_status: 'open' })}}`,
  );
}

type Claim = Output<'accuracy.list'>[number];

/** If a list is not read to its end, no totals are counted from it. */
function claimsIn(id: Id, { records: claims, partial, total }: Listing<Claim>): Record<string, unknown> {
  const counted = partial ? `the first ${claims.length} claims` : undefined;
  const bySeverity = claims.toSorted(byRank(severities, ({ severity }) => severity));
  const unchecked = claims.filter(isUnchecked).length;
  return {
    open_claims: total ?? (partial ? undefined : claims.length),
    counted,
    ...(partial ? undefined : countsIn(bySeverity)),
    claims: bySeverity.map((claim) => ({
      ...claimLine(claim),
      type: claim.claim_type,
      last_seen_at: claim.last_seen_at,
    })),
    not_verified:
      unchecked > 0
        ? {
            claims: unchecked,
            counted,
            means: 'no verified_as: never checked against the truth sources',
            check: `call_paid {"operation":"accuracy.reverify","arguments":${JSON.stringify({ id })}}`,
          }
        : undefined,
    settle:
      claims.length > 0
        ? 'call_write accuracy.resolve {id, claim, resolution_status: "resolved" or "false_positive"}'
        : undefined,
  };
}

/** The number of claims known to be wrong, and the state of the others. */
function countsIn(claims: readonly Claim[]): Record<string, unknown> {
  const countOf = (isSo: (claim: Claim) => boolean): number => claims.filter(isSo).length;
  const known_wrong = countOf(isKnownWrong);
  const not_checked = countOf(isUnchecked);
  const verified_true = countOf(({ verification_status }) => verification_status === 'true');
  const groups = [...Map.groupBy(claims, ({ severity = '' }) => severity)];
  return {
    known_wrong,
    not_checked,
    verified_true,
    not_verifiable: claims.length - known_wrong - not_checked - verified_true,
    by_severity: Object.fromEntries(groups.map(([severity, group]) => [severity, group.length])),
  };
}

/** Claims without a verification were never compared with the truth sources; a paid check does that. */
const isUnchecked = ({ verification_status }: Claim): boolean => !verification_status;
