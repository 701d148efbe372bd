import { h, isElement, type Child, type Node } from './charts/node.ts';
import { note, section, withoutButtons } from './views/parts/blocks.ts';
import { wordsFor } from './views/parts/words.ts';
import { reportView } from './views/report-view.ts';

export interface ReportOptions {
  /** BCP 47; English where there are no words for it. */
  readonly locale: string;
  /** Epoch milliseconds: the date of the report. */
  readonly now: number;
  /** Whether the data comes from the embedded platform. */
  readonly sandbox: boolean;
  /** The account that the data is of, where there are several. */
  readonly account?: string | undefined;
  /** Width of the charts in pixels. Default: what fits on A4. */
  readonly width?: number | undefined;
}

/** The report on a brand as a document: what `visibility_report` returned, and how it was measured. */
export function brandReport(data: unknown, { locale, now, sandbox, account, width = 600 }: ReportOptions): Node[] {
  const words = wordsFor(locale);
  const [header, ...body] = reportView(data, { width, locale, words, account }).map(withoutButtons);
  return [
    h(
      'p',
      { class: 'about' },
      `${words.reportTitle} · ${new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(now)}`,
    ),
    ...(sandbox ? [note(words.embedded)] : []),
    ...(header ? [header] : []),
    ...body,
    section(words.method, note(words.methodText)),
  ];
}

/** Pixels that charts may be wide on a phone of 360. */
const phoneWidth = 320;

/** The report for screens: on narrow ones, each chart is replaced by one that was drawn for a phone. */
export function responsiveReport(data: unknown, options: ReportOptions): Node[] {
  const forPhones = chartsIn(brandReport(data, { ...options, width: phoneWidth }));
  const body = brandReport(data, options);
  if (forPhones.length !== chartsIn(body).length) return body;
  return body.map((node) => withPhoneCharts(node, () => forPhones.shift()));
}

const isChart = ({ attributes }: Node): boolean => attributes['class'] === 'chart';

const chartsIn = (children: readonly Child[]): Node[] =>
  children.flatMap((child) => (!isElement(child) ? [] : isChart(child) ? [child] : chartsIn(child.children)));

const withPhoneCharts = (node: Node, next: () => Node | undefined): Node => ({
  ...node,
  children: node.children.flatMap((child): readonly Child[] => {
    if (!isElement(child)) return [child];
    const onPhones = isChart(child) ? next() : undefined;
    return onPhones
      ? [ofClass(child, 'chart on-wide'), ofClass(onPhones, 'chart on-phones')]
      : [withPhoneCharts(child, next)];
  }),
});

const ofClass = (node: Node, name: string): Node => ({ ...node, attributes: { ...node.attributes, class: name } });
