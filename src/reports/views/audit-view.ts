import type { Bar } from '../charts/bar-chart.ts';
import { inNumbers } from '../charts/chart.ts';
import { h, type Child, type Node } from '../charts/node.ts';
import {
  barSection,
  link,
  listSection,
  bulletList,
  note,
  notAvailable,
  emptyState,
  numbers,
  numeric,
  pageTitle,
  section,
  tableSection,
} from './parts/blocks.ts';
import { sideBySide } from './parts/layout.ts';
import type { Fields } from '../../base/json/is-fields.ts';
import { fieldsOf, numberIn, recordsOf, textOf, textsOf } from './parts/read.ts';
import { badge, scoreBlock } from './parts/score.ts';
import { toneOfTier } from './parts/tones.ts';
import type { View, ViewContext } from './parts/view.ts';
import { inWords } from './parts/words.ts';

/** Scores, issues and worst pages: the data of `audit_site`, `audit_page` and `ground_urls`. */
export const auditView: View = (data, context) => {
  const audit = fieldsOf(data);
  const { words } = context;
  const parts = [
    ...overview(audit, context),
    ...scores(audit, context),
    ...sideBySide(
      context,
      (inner) => {
        const bars = barsOf(audit['issues_by_type'], inner);
        return barSection(words.issuesTitle, { of: words.severity, measures: [words.issues], bars }, inner);
      },
      (inner) => {
        const bars = barsOf(audit['issues_by_category'], inner);
        return barSection(words.issuesByCategory, { of: words.subject, measures: [words.issues], bars }, inner);
      },
    ),
    ...frequent(audit, context),
    ...worstPages(audit, context),
    ...pageFindings(audit, context),
    ...auditedPages(audit, context),
  ];
  const subject = textOf(audit['site'] ?? audit['url']);
  return [
    // The address without its scheme, which does not help a reader and cannot be broken on a phone.
    pageTitle(subject?.replace(/^https?:\/\/(.+?)\/?$/i, '$1') ?? words.auditTitle, context),
    ...notAvailable(audit, context.words),
    ...parts,
    ...(parts.length === 0 ? [emptyState(words.noData, words.empty.audit)] : []),
  ];
};

function overview(audit: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const value = numberIn(audit['score'] ?? audit['mean_score']);
  const name = audit['score'] === undefined ? words.meanScore : words.score;
  return [
    ...(value === undefined ? [] : [scoreBlock({ name, value, more: words.bestIsHundred }, context)]),
    ...numbers(
      [
        [words.pages, numberIn(audit['pages'] ?? audit['audited'])],
        [words.issues, numberIn(audit['total_issues'])],
      ],
      context,
    ),
  ];
}

/** The scores of one page. Groups, such as that of Lighthouse, are drawn on a scale from 0 to 100; the platform states none for the others. */
function scores(audit: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const all = fieldsOf(audit['scores']);
  const groups = Object.entries(all).filter(([, value]) => typeof value === 'object');
  const [of, measures] = [words.criterion, [words.score]];
  const charts = sideBySide(
    context,
    (inner) => barSection(words.scores, { of, measures, bars: barsOf(all, context) }, inner),
    ...groups.map(
      ([name, values]) =>
        (inner: ViewContext) =>
          barSection(titled(name), { of, measures, bars: barsOf(values, context), max: 100 }, inner),
    ),
  );
  const scale = textOf(audit['scale']);
  return [...charts, ...(scale && charts.length > 0 ? [note(scale)] : [])];
}

/** The text for a name such as `best_practices`. */
function titled(name: string): string {
  const text = name.replaceAll('_', ' ').replaceAll(/\b(cta|seo)\b/g, (short) => short.toUpperCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Counts or scores by their names as bars. */
const barsOf = (values: unknown, { words }: ViewContext): Bar[] =>
  Object.entries(fieldsOf(values)).flatMap(([name, value]): Bar[] => {
    const number = numberIn(value);
    if (number === undefined) return [];
    return [
      {
        label: toneOfTier(name) ? inWords(name, words.severities) : titled(name),
        values: [number],
        tone: toneOfTier(name),
      },
    ];
  });

function frequent(audit: Fields, context: ViewContext): Node[] {
  const { words } = context;
  return tableSection(
    words.frequentTitle,
    [words.severity, words.finding, numeric(words.pages)],
    recordsOf(audit['issues_by_message']).map((row) => [
      severity(textOf(row['type']) ?? '–', context),
      textOf(row['message']) ?? '–',
      numberIn(row['count']),
    ]),
    { ...context, sortable: true },
  );
}

const severity = (name: string, { words }: ViewContext): Node =>
  badge(inWords(name, words.severities), toneOfTier(name));

/** A text with the badge of its severity before it. */
const withSeverity = (name: unknown, text: string, context: ViewContext): Node =>
  h('span', {}, severity(textOf(name) ?? '–', context), ' ', text);

function worstPages(audit: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const site = textOf(audit['site']) ?? '';
  return tableSection(
    words.worstTitle,
    [words.page, numeric(words.score), words.findings],
    recordsOf(audit['worst_pages']).map((row) => {
      const url = textOf(row['url']) ?? '–';
      const findings = bulletList(textsOf(row['issues']).map((issue) => finding(issue, context)));
      return [link(url, pathOf(url, site)), numberIn(row['seo_score'] ?? row['score']), findings];
    }),
    { ...context, sortable: true },
  );
}

/** The part of an address that differs between pages. */
function pathOf(url: string, site: string): string {
  const path = site !== '' && url.startsWith(site) ? url.slice(site.length) : url.replace(/^https?:\/\//i, '');
  return path === '' ? '/' : path;
}

/** A finding such as `error: An internal link answers 404.`, with its severity as a badge. */
function finding(text: string, context: ViewContext): Child {
  const [, name, sentence] = /^(\w+): ([^]*)$/.exec(text) ?? [];
  if (name === undefined || sentence === undefined || toneOfTier(name) === undefined) return text;
  return withSeverity(name, sentence, context);
}

function pageFindings(audit: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const critical = recordsOf(audit['critical_issues']).map(({ severity: name, title, explanation }) =>
    withSeverity(name, [textOf(title), textOf(explanation)].filter(Boolean).join(': '), context),
  );
  return [
    ...listSection(words.findings, critical),
    ...listSection(words.recommendationsTitle, textsOf(audit['improvements'])),
  ];
}

/** Maximum pages with bars. The findings of all pages are below. */
const maxPages = 25;

function auditedPages(audit: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const audits = recordsOf(audit['audits']).map((row) => ({ ...row, path: pathOf(textOf(row['url']) ?? '–', '') }));
  const bars = audits.slice(0, maxPages).flatMap((row: Fields & { readonly path: string }): Bar[] => {
    const score = numberIn(row['score']);
    const tier = textOf(row['tier']) ?? '';
    if (score === undefined) return [];
    const text = [inNumbers(score, context), tier].filter(Boolean).join(' · ');
    return [{ label: row.path, values: [score], tone: toneOfTier(tier), text }];
  });
  return [
    ...barSection(words.audited, { of: words.page, measures: [words.score], bars, max: 100 }, context),
    ...audits.flatMap((row: Fields & { readonly path: string }) => {
      const findings = recordsOf(row['findings']).map(({ severity: name, title, fix }) =>
        withSeverity(name, [textOf(title), textOf(fix)].filter(Boolean).join('. '), context),
      );
      const failure = textOf(row['error']);
      return failure === undefined
        ? listSection(row.path, findings)
        : [section(row.path, note(failure), bulletList(findings))];
    }),
  ];
}
