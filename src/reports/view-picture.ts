import { h, isElement, type Node } from '../charts/node.ts';
import { pictureTheme } from '../charts/theme.ts';
import type { ViewName } from '../views/view-name.ts';
import { views } from '../views/views.ts';
import { wordsFor } from '../views/parts/words.ts';
import { chartWidth, toSvg } from './to-svg.ts';

export interface ViewPictureOptions {
  /** Maximum number of charts drawn. */
  readonly maxCharts: number;
  /** The data comes from the embedded platform: the picture says so. */
  readonly sandbox: boolean;
}

/** The figures and charts of a view as an SVG, in English. */
export function viewPicture(name: ViewName, data: unknown, { maxCharts, sandbox }: ViewPictureOptions): string {
  const words = wordsFor('en');
  const [head, ...rest] = views[name](data, { width: chartWidth, locale: 'en', theme: pictureTheme, words });
  const mark: Node[] = sandbox ? [h('p', {}, words.embedded)] : [];
  const figures = rest.filter((node) => node.tag !== 'section' || holdsChart(node));
  return toSvg([...(head ? [head] : []), ...mark, ...figures], maxCharts);
}

const holdsChart = ({ tag, children }: Node): boolean =>
  tag === 'svg' || children.some((child) => isElement(child) && holdsChart(child));
