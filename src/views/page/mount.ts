import type { Child, Node } from '../../charts/node.ts';

const svg = 'http://www.w3.org/2000/svg';

/** The node as elements of this document. Texts become text nodes: no data is ever parsed as markup. */
export function mount({ tag, attributes, children }: Node, inSvg = false): Element {
  const isSvg = inSvg || tag === 'svg';
  const element = isSvg ? document.createElementNS(svg, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || name === 'xmlns') continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.flatMap((child) => mounted(child, isSvg)));
  return element;
}

const mounted = (child: Child, inSvg: boolean): (Element | string)[] =>
  child === undefined || child === null || child === false
    ? []
    : [typeof child === 'object' ? mount(child, inSvg) : String(child)];
