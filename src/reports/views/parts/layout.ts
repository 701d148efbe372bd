import { h, type Node } from '../../charts/node.ts';
import type { ViewContext } from './view.ts';

/** Pixels between two columns. */
const gap = 40;

/** Minimum width at which related sections are placed side by side. */
const minWidthForTwo = 900;

/** Sections of equal weight: side by side if there is room for two, each drawn for its own width. */
export function sideBySide(
  context: ViewContext,
  ...sections: readonly ((inner: ViewContext) => readonly Node[])[]
): Node[] {
  const whole = sections.map((draw) => draw(context)).filter((nodes) => nodes.length > 0);
  if (context.width < minWidthForTwo || whole.length < 2) return whole.flat();
  const inner = { ...context, width: Math.floor((context.width - gap) / 2) };
  return [
    h(
      'div',
      { class: 'columns' },
      sections.flatMap((draw) => draw(inner)),
    ),
  ];
}
