import { barChart } from '../charts/bar-chart.ts';
import { inNumbers } from '../charts/chart.ts';
import { h, type Node } from '../charts/node.ts';
import { figure, link, list, note, numbers, section, table } from './parts/blocks.ts';
import { fieldsOf, numberOf, recordsOf, textOf, textsOf, type Fields } from './parts/read.ts';
import type { View, ViewContext } from './parts/view.ts';

/** Scores, issues and worst pages: the data of `audit_site`, `audit_page` and `ground_urls`. */
export const auditView: View = (data, context) => {
  const audit = fieldsOf(data);
  const parts = [
    ...overview(audit, context),
    ...scores(audit, context),
    ...issues(audit, context),
    ...worstPages(audit, context),
    ...pageFindings(audit, context),
    ...auditedPages(audit, context),
  ];
  return parts.length > 0 ? parts : [note(context.words.noData)];
};

function overview(audit: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const subject = textOf(audit['site'] ?? audit['url']);
  const facts = [
    [words.auditScore, numberOf(audit['score'])],
    [words.pages, numberOf(audit['pages'])],
    [words.issues, numberOf(audit['total_issues'])],
  ] as const;
  const known = facts.filter(([, value]) => value !== undefined);
  return [
    ...(subject ? [h('h1', {}, subject)] : []),
    ...(known.length > 0
      ? [numbers(known.map(([name, value]) => [name, inNumbers(value ?? 0, context)])), note(words.better)]
      : []),
  ];
}

/** The scores of one page, nested ones under their group's name. */
function scores(audit: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const bars = Object.entries(fieldsOf(audit['scores'])).flatMap(([name, value]) =>
    Object.entries(typeof value === 'object' ? fieldsOf(value) : { '': value }).flatMap(([part, score]) => {
      const number = numberOf(score);
      const label = [name, part].filter(Boolean).join(' ').replaceAll('_', ' ');
      return number === undefined ? [] : [{ label, values: [number] }];
    }),
  );
  return bars.length === 0 ? [] : [section(words.scores, scored(words.scores, bars, context, 100))];
}

function issues(audit: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const bars = ['issues_by_type', 'issues_by_category']
    .flatMap((key) => Object.entries(fieldsOf(audit[key])))
    .flatMap(([label, value]) => (numberOf(value) === undefined ? [] : [{ label, values: [numberOf(value) ?? 0] }]));
  return bars.length === 0 ? [] : [section(words.issuesTitle, scored(words.issuesTitle, bars, context))];
}

const scored = (
  title: string,
  bars: readonly { label: string; values: readonly number[] }[],
  context: ViewContext,
  max?: number,
): Node =>
  figure(
    barChart({
      ...context,
      label: `${title}: ${bars.map(({ label, values }) => `${label} ${values[0]}`).join(', ')}`,
      bars,
      ...(max === undefined ? {} : { max }),
    }),
    [{ name: '' }, { name: title, numeric: true }],
    bars.map(({ label, values }) => [label, inNumbers(values[0] ?? 0, context)]),
    context,
  );

function worstPages(audit: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const rows = recordsOf(audit['worst_pages']);
  if (rows.length === 0) return [];
  return [
    section(
      words.worstTitle,
      table(
        [{ name: words.page }, { name: words.auditScore, numeric: true }, { name: words.findings }],
        rows.map((row) => [
          link(textOf(row['url']) ?? '–'),
          inNumbers(numberOf(row['seo_score'] ?? row['score']) ?? 0, context),
          list(textsOf(row['issues'])),
        ]),
        words.worstTitle,
      ),
    ),
  ];
}

function pageFindings(audit: Fields, { words }: ViewContext): Node[] {
  const critical = recordsOf(audit['critical_issues']).map((row) =>
    [textOf(row['title']), textOf(row['explanation'])].filter(Boolean).join(': '),
  );
  const found = [...critical, ...textsOf(audit['improvements'])];
  return found.length === 0 ? [] : [section(words.findings, list(found))];
}

function auditedPages(audit: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const audits = recordsOf(audit['audits']);
  if (audits.length === 0) return [];
  const bars = audits.flatMap((row) => {
    const score = numberOf(row['score']);
    return score === undefined ? [] : [{ label: textOf(row['url']) ?? '–', values: [score] }];
  });
  return [
    section(
      words.audited,
      ...(bars.length > 0 ? [scored(words.audited, bars, context, 100)] : []),
      note(words.better),
      ...audits.flatMap((row) => {
        const findings = recordsOf(row['findings']).map((finding) =>
          [textOf(finding['severity']), [textOf(finding['title']), textOf(finding['fix'])].filter(Boolean).join('. ')]
            .filter(Boolean)
            .join(': '),
        );
        return findings.length === 0 ? [] : [h('h3', {}, textOf(row['url']) ?? '–'), list(findings)];
      }),
    ),
  ];
}
