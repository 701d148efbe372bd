import { h, type Node } from '../charts/node.ts';
import { pageTheme, type Theme } from '../charts/theme.ts';
import { list, section } from '../views/parts/blocks.ts';
import { wordsFor } from '../views/parts/words.ts';
import { reportView } from '../views/report-view.ts';
import { brandSummary } from './brand-summary.ts';
import { reportWords } from './report-words.ts';

export interface ReportOptions {
  /** BCP 47; English where there are no words for it. */
  readonly locale: string;
  /** Epoch milliseconds: the date of the report. */
  readonly now: number;
  /** The data comes from the embedded platform. */
  readonly sandbox: boolean;
  /** By default that of a page. */
  readonly theme?: Theme;
}

/** The report on a brand as a document: what `visibility_report` returned, with a summary and how it was measured. */
export function brandReport(data: unknown, { locale, now, sandbox, theme = pageTheme }: ReportOptions): Node[] {
  const words = wordsFor(locale);
  const said = reportWords[words.language];
  const [header, ...body] = reportView(data, { width: 660, locale, theme, words });
  const summary = brandSummary(data, words, locale);
  return [
    h('p', { class: 'about' }, `${said.title} · ${new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(now)}`),
    ...(header ? [header] : []),
    ...(summary.length > 0 ? [section(said.summary, list(summary))] : []),
    ...body,
    section(
      said.method,
      h('p', { class: 'note' }, said.methodText),
      ...(sandbox ? [h('p', { class: 'note' }, said.sandbox)] : []),
    ),
  ];
}
