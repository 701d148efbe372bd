import type { Bar } from '../charts/bar-chart.ts';
import { inNumbers } from '../charts/chart.ts';
import { h, type Child, type Node } from '../charts/node.ts';
import {
  barFigure,
  link,
  bulletList,
  note,
  notAvailable,
  emptyState,
  numberCell,
  numbers,
  numeric,
  pageTitle,
  section,
  table,
} from './parts/blocks.ts';
import { sideBySide } from './parts/layout.ts';
import type { Fields } from '../../base/json/is-fields.ts';
import { fieldsOf, numberOf, recordsOf, textOf, textsOf } from './parts/read.ts';
import { badge, scoreBlock } from './parts/score.ts';
import { toneOfTier } from './parts/tones.ts';
import type { View, ViewContext } from './parts/view.ts';

/** Scores, issues and worst pages: the data of `audit_site`, `audit_page` and `ground_urls`. */
export const auditView: View = (data, context) => {
  const audit = fieldsOf(data);
  const { words } = context;
  const parts = [
    ...overview(audit, context),
    ...scores(audit, context),
    ...sideBySide(
      context,
      (inner) => issues(words.issuesTitle, words.severity, audit['issues_by_type'], inner),
      (inner) => issues(words.issuesByCategory, words.subject, audit['issues_by_category'], inner),
    ),
    ...frequent(audit, context),
    ...worstPages(audit, context),
    ...pageFindings(audit, context),
    ...auditedPages(audit, context),
  ];
  const subject = textOf(audit['site'] ?? audit['url']);
  return [
    // Without the scheme, which is of no use to a reader and cannot be broken on a phone.
    pageTitle(subject?.replace(/^https?:\/\/(.+?)\/?$/i, '$1') ?? words.auditTitle, context),
    ...notAvailable(audit, context.words),
    ...parts,
    ...(parts.length === 0 ? [emptyState(words.noData, words.empty.audit)] : []),
  ];
};

function overview(audit: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const score = numberOf(audit['score'] ?? audit['mean_score']);
  const amountOf = (value: unknown): string | undefined => {
    const amount = numberOf(value);
    return amount === undefined ? undefined : inNumbers(amount, context);
  };
  return [
    ...(score === undefined
      ? []
      : [
          scoreBlock(
            {
              name: audit['score'] === undefined ? words.meanScore : words.auditScore,
              value: score,
              more: words.bestIsHundred,
            },
            context,
          ),
        ]),
    ...numbers([
      [words.pages, amountOf(audit['pages'] ?? audit['audited'])],
      [words.issues, amountOf(audit['total_issues'])],
    ]),
  ];
}

/** The scores of one page. Groups, such as that of Lighthouse, are drawn on a scale from 0 to 100; the platform states none for the others. */
function scores(audit: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const all = Object.entries(fieldsOf(audit['scores']));
  const single = all.flatMap(([name, value]) => barOf(name, value));
  const groups = all.filter(([, value]) => typeof value === 'object');
  const scale = textOf(audit['scale']);
  const chart = sideBySide(
    context,
    (inner) =>
      single.length === 0
        ? []
        : [section(words.scores, barFigure(words.scores, words.criterion, [words.score], { bars: single }, inner))],
    ...groups.map(([name, value]) => (inner: ViewContext) => {
      const parts = Object.entries(fieldsOf(value)).flatMap(([part, score]) => barOf(part, score));
      return parts.length === 0
        ? []
        : [
            section(
              titled(name),
              barFigure(titled(name), words.criterion, [words.score], { bars: parts, max: 100 }, inner),
            ),
          ];
    }),
  );
  return [...chart, ...(scale && chart.length > 0 ? [note(scale)] : [])];
}

function barOf(name: string, value: unknown): Bar[] {
  const score = numberOf(value);
  return score === undefined ? [] : [{ label: titled(name), values: [score] }];
}

/** `best_practices` as people write it. */
function titled(name: string): string {
  const text = name.replaceAll('_', ' ').replaceAll(/\b(cta|seo)\b/g, (short) => short.toUpperCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function issues(title: string, of: string, counts: unknown, context: ViewContext): Node[] {
  const { words } = context;
  const rows = Object.entries(fieldsOf(counts)).flatMap(([name, value]): Bar[] => {
    const count = numberOf(value);
    const tone = toneOfTier(name);
    return count === undefined ? [] : [{ label: words.severities[name] ?? titled(name), values: [count], tone }];
  });
  return rows.length === 0 ? [] : [section(title, barFigure(title, of, [words.issues], { bars: rows }, context))];
}

function frequent(audit: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const rows = recordsOf(audit['issues_by_message']);
  if (rows.length === 0) return [];
  return [
    section(
      words.frequentTitle,
      table(
        [words.severity, words.finding, numeric(words.pages)],
        rows.map((row) => [
          severity(textOf(row['type']) ?? '–', context),
          textOf(row['message']) ?? '–',
          numberCell(numberOf(row['count']), context),
        ]),
        words.frequentTitle,
        true,
      ),
    ),
  ];
}

const severity = (name: string, { words }: ViewContext): Node =>
  badge(words.severities[name] ?? name, toneOfTier(name));

/** A text after the badge of its severity. */
const withSeverity = (name: unknown, text: string, context: ViewContext): Node =>
  h('span', {}, severity(textOf(name) ?? '–', context), ' ', text);

function worstPages(audit: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const rows = recordsOf(audit['worst_pages']);
  if (rows.length === 0) return [];
  const site = textOf(audit['site']) ?? '';
  return [
    section(
      words.worstTitle,
      table(
        [words.page, numeric(words.auditScore), words.findings],
        rows.map((row) => {
          const url = textOf(row['url']) ?? '–';
          return [
            link(url, pathOf(url, site)),
            numberCell(numberOf(row['seo_score'] ?? row['score']), context),
            bulletList(textsOf(row['issues']).map((issue) => finding(issue, context))),
          ];
        }),
        words.worstTitle,
        true,
      ),
    ),
  ];
}

/** The part of an address that differs from page to page. */
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
  const critical = recordsOf(audit['critical_issues']).map((row) =>
    withSeverity(
      row['severity'],
      [textOf(row['title']), textOf(row['explanation'])].filter(Boolean).join(': '),
      context,
    ),
  );
  const improvements = textsOf(audit['improvements']);
  return [
    ...(critical.length === 0 ? [] : [section(words.findings, bulletList(critical))]),
    ...(improvements.length === 0 ? [] : [section(words.recommendationsTitle, bulletList(improvements))]),
  ];
}

/** Pages whose bars are drawn at most. The findings of all pages are below. */
const maxPages = 25;

function auditedPages(audit: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const audits = recordsOf(audit['audits']);
  if (audits.length === 0) return [];
  const rows = audits.slice(0, maxPages).flatMap((row): Bar[] => {
    const score = numberOf(row['score']);
    const tone = toneOfTier(textOf(row['tier']) ?? '');
    return score === undefined
      ? []
      : [
          {
            label: pathOf(textOf(row['url']) ?? '–', ''),
            values: [score],
            tone,
            text: [inNumbers(score, context), textOf(row['tier'])].filter(Boolean).join(' · '),
          },
        ];
  });
  return [
    section(
      words.audited,
      ...(rows.length > 0
        ? [barFigure(words.audited, words.page, [words.score], { bars: rows, max: 100 }, context)]
        : []),
    ),
    ...audits.flatMap((row) => {
      const findings = recordsOf(row['findings']).map((finding) =>
        withSeverity(
          finding['severity'],
          [textOf(finding['title']), textOf(finding['fix'])].filter(Boolean).join('. '),
          context,
        ),
      );
      const url = textOf(row['url']) ?? '–';
      const failure = textOf(row['error']);
      return findings.length === 0 && failure === undefined
        ? []
        : [section(pathOf(url, ''), ...(failure === undefined ? [] : [note(failure)]), bulletList(findings))];
    }),
  ];
}
