import { h, type Node } from './charts/node.ts';
import { note, section } from './views/parts/blocks.ts';
import { wordsFor } from './views/parts/words.ts';
import { reportView } from './views/report-view.ts';

export interface ReportOptions {
  /** BCP 47; English if there are no texts for it. */
  readonly locale: string;
  /** Epoch milliseconds: the date of the report. */
  readonly now: number;
  /** Whether the data comes from the embedded platform. */
  readonly sandbox: boolean;
  /** The account of the data, if there are several. */
  readonly account?: string | undefined;
}

/** Widths of charts in pixels: for A4, and for a phone of 360 px. */
const widths = { width: 600, phoneWidth: 320 };

/** The report on a brand as a document: the result of `visibility_report`, and how it was measured. */
export function brandReport(data: unknown, { locale, now, sandbox, account }: ReportOptions): Node[] {
  const words = wordsFor(locale);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(now);
  return [
    h('p', { class: 'about' }, `${words.reportTitle} · ${date}`),
    ...(sandbox ? [note(words.embedded)] : []),
    ...reportView(data, { ...widths, locale, words, account }),
    section(words.method, note(words.methodText)),
  ];
}
