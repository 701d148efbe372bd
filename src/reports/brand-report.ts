import { h, type Node } from '../charts/node.ts';
import { pageTheme, type Theme } from '../charts/theme.ts';
import { list, section, withoutButtons } from '../views/parts/blocks.ts';
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
  readonly theme?: Theme | undefined;
  /** Pixels that charts may be wide; by default what fits on A4. */
  readonly width?: number | undefined;
}

/** The report on a brand as a document: what `visibility_report` returned, with a summary and how it was measured. */
export function brandReport(
  data: unknown,
  { locale, now, sandbox, theme = pageTheme, width = 660 }: ReportOptions,
): Node[] {
  const words = wordsFor(locale);
  const reportTexts = reportWords[words.language];
  const [header, ...body] = reportView(data, { width, locale, theme, words }).map(withoutButtons);
  const summary = brandSummary(data, words, locale);
  return [
    h(
      'p',
      { class: 'about' },
      `${reportTexts.title} · ${new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(now)}`,
    ),
    ...(sandbox ? [h('p', { class: 'note' }, reportTexts.sandbox)] : []),
    ...(header ? [header] : []),
    ...(summary.length > 0 ? [section(reportTexts.summary, list(summary))] : []),
    ...body,
    section(reportTexts.method, h('p', { class: 'note' }, reportTexts.methodText)),
  ];
}
