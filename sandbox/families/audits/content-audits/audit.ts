import type { Stored } from '../../../engine/implement.ts';
import { kind, type Row } from '../../../engine/documents.ts';
import { after, failed, plan, planFor, shouldFail } from '../../../engine/plan.ts';
import { iso } from '../../../engine/platform-time.ts';
import type { World } from '../../../engine/world.ts';
import { crawl, inspect } from './crawl.ts';
import { pages, type IssueType, type Page } from './page.ts';

/** Rules: docs/platform/audits.md#content-audits. */
export type Audit = Omit<Stored<'content_audits.get'>, 'summary'> & {
  tracking_project_id: number | null;
  avg_quality_score: number | null;
};

export const audits = kind<Audit>('content_audit');

export const newAudit = (fields: Pick<Audit, 'source_url' | 'type' | 'tracking_project_id' | 'user_id'>): Audit => ({
  status: 'running',
  completed_at: null,
  total_pages: null,
  avg_seo_score: null,
  avg_quality_score: null,
  total_issues: null,
  ...fields,
});

export const showAudit = ({
  id,
  createdAt,
  body: { user_id: _, completed_at: __, avg_quality_score: ___, ...body },
}: Row<Audit>) => ({
  id,
  ...body,
  created_at: iso(createdAt),
});

export const detail = (world: World, row: Row<Audit>) => ({
  ...showAudit(row),
  team_id: row.team,
  user_id: row.body.user_id,
  project_id: null,
  completed_at: row.body.completed_at,
  summary:
    row.body.status === 'completed'
      ? {
          avg_quality_score: row.body.avg_quality_score,
          by_type: countIssues(world.store.all(pages, { parent: row.id })),
        }
      : null,
});

export function countIssues(rows: readonly Row<Page>[]): Record<IssueType, number> {
  const count = (type: IssueType) =>
    rows.flatMap(({ body }) => body.issues).filter((issue) => issue.type === type).length;
  return { error: count('error'), warning: count('warning'), info: count('info') };
}

/** Stores the pages of a crawl and sums them up. The number of earlier audits of the address decides which issues are fixed by now. */
export function finish(world: World, row: Row<Audit>, at: number): void {
  const { store, add, invent } = world;
  const { body } = row;
  const before = store
    .all(audits, { team: row.team })
    .filter((one) => one.body.source_url === body.source_url && Number(one.id) < Number(row.id));
  const crawledPages = crawl(invent, body.source_url, body.type === 'full' ? 24 : 8, before.length);
  for (const page of crawledPages) add(pages, page, { team: row.team, parent: row.id, at });
  sumUp(world, row);
  body.status = 'completed';
  body.completed_at = iso(at);
}

/** Works the audit's own figures out of its pages. */
function sumUp({ store }: World, { id, body }: Row<Audit>): void {
  const pageRows = store.all(pages, { parent: id });
  const mean = (of: (page: Page) => number) =>
    Math.round((pageRows.reduce((sum, row) => sum + of(row.body), 0) / Math.max(1, pageRows.length)) * 10) / 10;
  body.total_pages = pageRows.length;
  body.avg_seo_score = mean((page) => page.seo_score);
  body.avg_quality_score = mean((page) => page.content_quality_score);
  body.total_issues = pageRows.reduce((sum, row) => sum + row.body.issues.length, 0);
}

export const auditPlan = planFor('content_audits.crawl', audits, ({ body: { type } }) => [
  after(type === 'full' ? 150 : 45, (row, { world, at }) => {
    if (shouldFail(row.body.source_url)) return failed(row, { status: 'failed', completed_at: iso(at) });
    return finish(world, row, at);
  }),
]);

/** Visits a page again, and updates its audit. */
export const refreshPlan = plan(
  'content_audits.refresh',
  pages,
  after(20, (row, { world }) => {
    if (shouldFail(row.body.url)) return failed(row, { status: 'failed' });
    const { title, url, visits, is_solved } = row.body;
    row.body = { ...inspect(world.invent, url, title, visits + 1), title, is_solved };
    const audit = world.store.get(audits, row.parent ?? 0);
    if (audit) sumUp(world, audit);
  }),
);
