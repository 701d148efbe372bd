import { isVisibilityError } from '../../client/errors/visibility-error.ts';
import type { Client } from '../../client/client.ts';
import type { ToolContext, ToolResult } from '../../tools/tool.ts';
import { checkBrandFacts } from '../../tools/workflows/check-brand-facts/check-brand-facts.ts';
import { listDomains } from './list-domains.ts';
import { visibilityReport } from '../../tools/workflows/visibility-report/visibility-report.ts';

/** What one look sees of a brand. A part that could not be read is absent. */
export interface Sight {
  readonly brand: string;
  readonly index?: number | undefined;
  /** Shares of all citations in percent: the brand's, and those of its competitors by name. */
  readonly own?: number | undefined;
  readonly rivals?: Readonly<Record<string, number>> | undefined;
  readonly domains?: readonly string[] | undefined;
  /** Open claims, by id. */
  readonly claims?: Readonly<Record<string, string>> | undefined;
}

/** Looks at a brand, by free reads alone. */
export async function lookAt(client: Client, id: string, context: ToolContext): Promise<Sight> {
  const [report, facts, domains] = await Promise.all([
    visibilityReport({ client, context }, { brand: id }).then(dataOf),
    checkBrandFacts({ client, context }, { brand: id }).then(dataOf).catch(refused),
    listDomains(client, id, context.signal).catch(refused),
  ]);
  const avi = report['avi'] as { readonly score?: unknown } | null | undefined;
  const voice = report['share_of_voice'] as Voice | undefined;
  const open = facts?.['open_claims'];
  const claimRows = facts?.['claims'] as
    | readonly { readonly claim_id?: unknown; readonly claim?: unknown }[]
    | undefined;
  // A shortened list is no basis: a claim that was only cut off before would seem to be new.
  const claims = typeof open !== 'number' || (claimRows && open > claimRows.length) ? undefined : claimRows;
  return {
    brand: String(report['brand'] ?? id),
    index: typeof avi?.score === 'number' ? avi.score : undefined,
    own: voice?.own,
    rivals: voice && Object.fromEntries((voice.by_competitor ?? []).map(({ brand, share }) => [brand, share])),
    domains,
    claims: claims && Object.fromEntries(claims.map((one) => [String(one.claim_id), String(one.claim)])),
  };
}

/** Leaves out a part that the platform refuses to read. Where the platform cannot be reached or does not take the token, the look fails. */
function refused(error: unknown): undefined {
  if (!isVisibilityError(error) || error.status === undefined || error.status === 401) throw error;
}

interface Voice {
  readonly own?: number | undefined;
  readonly by_competitor?: readonly { readonly brand: string; readonly share: number }[] | undefined;
}

const dataOf = (result: ToolResult): Readonly<Record<string, unknown>> =>
  ((result.plain?.() ?? result.structured) as { readonly data: Readonly<Record<string, unknown>> }).data;
