import type { Invent } from '../../../invention/invention.ts';
import { capital } from '../../../invention/writing/label.ts';
import type { Issue, Page } from './page.ts';

/** The made-up pages below an address. With each further `visit`, some issues are fixed and some are new. */
export function crawl(invent: Invent, source: string, count: number, visit: number): Page[] {
  const base = source.replace(/\/+$/, '');
  return Array.from({ length: count }, (_, n) => {
    const name = topics[n % topics.length] ?? 'page';
    const url = n === 0 ? `${base}/` : `${base}/${name}${n < topics.length ? '' : `-${n}`}`;
    return inspect(invent, url, name, visit);
  });
}

/** Findings of a visit on one page: the same for the same visit. */
export function inspect(invent: Invent, url: string, name: string, visit: number): Page {
  const random = invent('page', url);
  const word_count = random.whole(120, 1800);
  const pageIssues = issueTypes.filter(
    ({ message, rare }) =>
      rare !== undefined && invent('issue', url, message, visit).chance(visit === 0 ? rare : rare * 0.75),
  );
  const issueKinds = word_count < thinBelow ? [thin, ...pageIssues] : pageIssues;
  const issues = issueKinds.map(({ type, category, message }): Issue => ({ type, category, message }));
  const errors = issues.filter(({ type }) => type === 'error').length;
  const warnings = issues.filter(({ type }) => type === 'warning').length;
  return {
    url,
    title: capital(name.replaceAll('-', ' ')),
    status: 'processed',
    visits: visit,
    seo_score: Math.max(0, 98 - 20 * errors - 8 * warnings - 3 * (issues.length - errors - warnings)),
    content_quality_score: Math.max(0, 97 - issueKinds.reduce((sum, { quality }) => sum + quality, 0)),
    word_count,
    priority: errors > 1 ? 'critical' : errors === 1 ? 'high' : warnings > 0 ? 'medium' : 'low',
    is_solved: false,
    issues,
    recommendations: issueKinds.map(({ category, action }) => ({ category, action })),
  };
}

const topics = [
  'home',
  'about',
  'packing',
  'stove-care',
  'boxes',
  'delivery',
  'contact',
  'rental',
  'guide',
  'repairs',
  'returns',
  'journal',
] as const;

/** An issue, its cost in content quality, its remedy, and its probability, if it is random. */
type IssueKind = Issue & { readonly quality: number; readonly action: string; readonly rare?: number | undefined };

/** Words below which a page counts as thin. */
const thinBelow = 300;

const thin: IssueKind = {
  type: 'warning',
  category: 'content',
  message: `The page has fewer than ${thinBelow} words.`,
  quality: 30,
  action: 'Answer the three most frequent questions about the subject',
};

const issueTypes: readonly IssueKind[] = [
  {
    type: 'error',
    category: 'title',
    message: 'The title tag is the same as on another page.',
    quality: 6,
    rare: 0.3,
    action: 'Write a title that names what only this page offers',
  },
  {
    type: 'error',
    category: 'links',
    message: 'An internal link answers 404.',
    quality: 8,
    rare: 0.3,
    action: 'Point the link at the present address or remove it',
  },
  {
    type: 'warning',
    category: 'description',
    message: 'The meta description is longer than 160 characters.',
    quality: 3,
    rare: 0.4,
    action: 'Shorten the description to one sentence with the main benefit',
  },
  {
    type: 'warning',
    category: 'images',
    message: 'An image has no alternative text.',
    quality: 5,
    rare: 0.4,
    action: 'Describe what the image shows in its alternative text',
  },
  {
    type: 'warning',
    category: 'headings',
    message: 'The page has two main headings.',
    quality: 6,
    rare: 0.3,
    action: 'Keep one main heading and make the other one a section',
  },
  {
    type: 'info',
    category: 'freshness',
    message: 'The text was last changed more than a year ago.',
    quality: 8,
    rare: 0.4,
    action: 'Check figures and prices, then state the date of the review',
  },
  {
    type: 'info',
    category: 'structure',
    message: 'The page has no structured data.',
    quality: 4,
    rare: 0.4,
    action: 'Add markup for the organisation and the kind of page',
  },
];
