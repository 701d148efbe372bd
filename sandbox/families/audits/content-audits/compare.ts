import type { Row } from '../../../engine/documents.ts';
import type { World } from '../../../engine/world.ts';
import { audits, countIssues, showAudit, type Audit } from './audit.ts';
import { pages, type Page } from './page.ts';

/** The completed audit of the same address before this one, or undefined. */
export const previous = ({ store }: World, { id, team, body }: Row<Audit>): Row<Audit> | undefined =>
  store
    .all(audits, { team })
    .find(
      (one) =>
        Number(one.id) < Number(id) && one.body.status === 'completed' && one.body.source_url === body.source_url,
    );

/** docs/platform/audits.md#comparing-audits: differences are current minus baseline, and null without one. */
export function compare(world: World, current: Row<Audit>, baseline: Row<Audit> | undefined) {
  const now = pagesOf(world, current);
  const then = baseline ? pagesOf(world, baseline) : [];
  const [here, there] = [issuesOf(now), issuesOf(then)];
  const by_type_delta = baseline ? minus(countIssues(now), countIssues(then)) : null;
  return {
    current: showAudit(current),
    baseline: baseline ? showAudit(baseline) : null,
    trend: {
      avg_seo_score_delta: difference(current.body.avg_seo_score, baseline?.body.avg_seo_score),
      avg_quality_score_delta: difference(current.body.avg_quality_score, baseline?.body.avg_quality_score),
      total_issues_delta: difference(current.body.total_issues, baseline?.body.total_issues),
      by_type_delta,
    },
    issues: {
      new: baseline ? without(here, there) : [],
      fixed: without(there, here),
      persistent: [...here].filter(([key]) => there.has(key)).map(([, issue]) => issue),
      by_type_delta,
    },
  };
}

const pagesOf = ({ store }: World, { id }: Row<Audit>): Row<Page>[] => store.all(pages, { parent: id }).toReversed();

const difference = (current: number | null, baseline: number | null | undefined): number | null =>
  current === null || baseline === null || baseline === undefined ? null : Math.round((current - baseline) * 10) / 10;

const minus = (a: ReturnType<typeof countIssues>, b: ReturnType<typeof countIssues>) => ({
  error: a.error - b.error,
  warning: a.warning - b.warning,
  info: a.info - b.info,
});

type IssuesByKey = ReadonlyMap<string, { readonly url: string; readonly type: string; readonly message: string }>;

/** An issue is the same one when page, kind and wording are. */
const issuesOf = (rows: readonly Row<Page>[]): IssuesByKey =>
  new Map(
    rows.flatMap(({ body }) =>
      body.issues.map((issue) => [`${body.url} ${issue.type} ${issue.message}`, { url: body.url, ...issue }] as const),
    ),
  );

const without = (issues: IssuesByKey, otherIssues: IssuesByKey) =>
  [...issues].filter(([key]) => !otherIssues.has(key)).map(([, issue]) => issue);
