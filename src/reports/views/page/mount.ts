import { breakPoints } from '../../charts/break-points.ts';
import { isElement, textIn, type Child, type Node } from '../../charts/node.ts';

const svg = 'http://www.w3.org/2000/svg';

/** Makes the element in this document. Texts become text nodes, so that no data is ever parsed as markup. */
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
  isElement(child) ? [mount(child, inSvg)] : inSvg ? [textIn(child)] : pieces(textIn(child));

/** Length of a word above which browsers take seconds to lay it out: the time grows with the square of the length. */
const maxWord = 1_000;

/** A text with possible line breaks in its addresses. Very long words are cut into boxes, each of which is laid out separately. */
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
