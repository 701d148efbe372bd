import type { Invent } from '../invention.ts';
import { title } from '../prose.ts';
import type { Page } from './page.ts';

export type IssueType = 'error' | 'warning' | 'info';

export interface Issue {
  readonly type: IssueType;
  readonly category: string;
  readonly message: string;
}

/** The made-up pages below an address. With every further `visit`, some issues are mended and some are new. */
export function crawl(invent: Invent, source: string, count: number, visit: number): Page[] {
  const base = source.replace(/\/+$/, '');
  return Array.from({ length: count }, (_, n) => {
    const name = topics[n % topics.length] ?? 'page';
    const url = n === 0 ? `${base}/` : `${base}/${name}${n < topics.length ? '' : `-${n}`}`;
    return inspect(invent, url, name, visit);
  });
}

/** What a visit finds on one page: the same for the same visit. */
export function inspect(invent: Invent, url: string, name: string, visit: number): Page {
  const issues = known.filter((issue) => invent('issue', url, issue.message, visit).chance(visit === 0 ? 0.4 : 0.3));
  const errors = issues.filter(({ type }) => type === 'error').length;
  const made = invent('page', url);
  return {
    url,
    title: title(name.replaceAll('-', ' ')),
    status: 'processed',
    visits: visit,
    seo_score: Math.max(0, 100 - 18 * errors - 7 * issues.length),
    content_quality_score: Math.max(0, made.whole(55, 95) - 3 * issues.length),
    word_count: made.whole(120, 1800),
    priority: errors > 1 ? 'critical' : errors === 1 ? 'high' : issues.length > 1 ? 'medium' : 'low',
    is_solved: false,
    issues,
    recommendations: issues.map(({ category }) => ({ category, action: `Look after the ${category} of this page` })),
  };
}

const topics = ['home', 'about', 'packing', 'stove-care', 'boxes', 'delivery', 'contact', 'rental', 'guide', 'repairs', 'returns', 'journal'] as const;

const known: readonly Issue[] = [
  { type: 'error', category: 'title', message: 'The page has no title.' },
  { type: 'error', category: 'links', message: 'A link leads nowhere.' },
  { type: 'warning', category: 'description', message: 'The description is longer than 160 characters.' },
  { type: 'warning', category: 'images', message: 'An image has no alternative text.' },
  { type: 'warning', category: 'headings', message: 'There are two main headings.' },
  { type: 'info', category: 'freshness', message: 'The page is older than a year.' },
  { type: 'info', category: 'structure', message: 'No structured markup was found.' },
];
