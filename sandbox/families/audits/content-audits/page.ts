import { kind, type Row } from '../../../engine/documents.ts';

export type IssueType = 'error' | 'warning' | 'info';

export interface Issue {
  readonly type: IssueType;
  readonly category: string;
  readonly message: string;
}

/** docs/platform/audits.md#content-audits: a page, and its states pending and processed. */
export interface Page {
  url: string;
  title: string;
  status: 'pending' | 'processed' | 'failed';
  visits: number;
  seo_score: number;
  content_quality_score: number;
  word_count: number;
  priority: Priority;
  is_solved: boolean;
  issues: Issue[];
  recommendations: unknown[];
}

type Priority = 'critical' | 'high' | 'medium' | 'low';

export const pages = kind<Page>('content_audit_page');

export const showPage = ({ id, parent, body: { visits: _, ...page } }: Row<Page>) => ({
  id,
  content_audit_id: parent,
  ...page,
});

/** Which pages a listing shows or a bulk mark is for. */
export interface Filter {
  readonly priority?: string | undefined;
  readonly min_seo_score?: number | undefined;
  readonly max_seo_score?: number | undefined;
  readonly issue_type?: string | undefined;
  /** Anything other than solved means open; without a status, both. */
  readonly status?: string | undefined;
}

export const fits =
  ({ priority, min_seo_score = 0, max_seo_score = 100, issue_type, status }: Filter) =>
  ({ body }: Row<Page>): boolean =>
    (priority === undefined || body.priority === priority) &&
    body.seo_score >= min_seo_score &&
    body.seo_score <= max_seo_score &&
    (issue_type === undefined || body.issues.some(({ type }) => type === issue_type)) &&
    (status === undefined || body.is_solved === (status === 'solved'));

interface Order {
  readonly sort?: string | undefined;
  readonly dir?: 'asc' | 'desc' | undefined;
}

/** The order a listing asks for; without one, as crawled. */
export function inOrder(rows: readonly Row<Page>[], { sort, dir }: Order): Row<Page>[] {
  const compare = orders[sort ?? ''];
  if (!compare) return rows.toSorted((a, b) => Number(a.id) - Number(b.id));
  const sign = dir === 'desc' ? -1 : 1;
  return rows.toSorted((a, b) => sign * compare(a.body, b.body) || Number(a.id) - Number(b.id));
}

const rank = { critical: 0, high: 1, medium: 2, low: 3 };

const orders: Readonly<Record<string, (a: Page, b: Page) => number>> = {
  url: (a, b) => a.url.localeCompare(b.url, 'en'),
  title: (a, b) => a.title.localeCompare(b.title, 'en'),
  seo_score: (a, b) => a.seo_score - b.seo_score,
  content_quality_score: (a, b) => a.content_quality_score - b.content_quality_score,
  word_count: (a, b) => a.word_count - b.word_count,
  priority: (a, b) => rank[a.priority] - rank[b.priority],
  is_solved: (a, b) => Number(a.is_solved) - Number(b.is_solved),
};
