import { breakPoints } from '../../charts/break-points.ts';
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
  for (const child of children) {
    // A page shows the title of a mark by itself, for the keyboard too; browsers would show it a second time.
    if (isSvg && typeof child === 'object' && child?.tag === 'title')
      element.setAttribute('data-tip', child.children.join(''));
    else element.append(...mounted(child, isSvg));
  }
  // Its numbers can be read by the arrow keys.
  if (element.matches('.chart') && element.querySelector('[data-tip]')) element.setAttribute('tabindex', '0');
  return element;
}

const mounted = (child: Child, inSvg: boolean): (Element | string)[] =>
  child === undefined || child === null || child === false
    ? []
    : typeof child === 'object'
      ? [mount(child, inSvg)]
      : inSvg
        ? [String(child)]
        : pieces(String(child));

/** Characters of a word from which on browsers take seconds to lay it out: the time grows with the square of its length. */
const maxWord = 1_000;

/** A text with the places where its addresses may be broken; very long words in it cut into boxes that are laid out by themselves. */
const pieces = (text: string): (Element | string)[] =>
  text.length <= maxWord
    ? breakPoints(text).flatMap((piece, at) => (at === 0 ? [piece] : [document.createElement('wbr'), piece]))
    : text.split(new RegExp(`(\\S{${maxWord}})`)).map((part) => {
        if (part.length !== maxWord || /\s/.test(part)) return part;
        const box = document.createElement('span');
        box.className = 'piece';
        box.textContent = part;
        return box;
      });
