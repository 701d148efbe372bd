import { breakPoints } from './break-points.ts';
import { isElement, textIn, type Child, type Node } from './node.ts';

/** HTML elements without content. */
const empty: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'meta', 'link', 'input', 'col']);

/** Elements that may contain only text, so that possible line breaks cannot be marked in them. */
const textOnly: ReadonlySet<string> = new Set(['title', 'option', 'textarea']);

/** The element as HTML or SVG text, every text and attribute escaped. Buttons are left out, since they would do nothing in a file. */
export const toMarkup = (node: Node): string => markup(node, false);

function markup({ tag, attributes, children }: Node, isPlain: boolean): string {
  if (tag === 'button') return '';
  const attributeTexts = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : [value === true ? name : `${name}="${escapeMarkup(String(value))}"`],
  );
  const start = `<${[tag, ...attributeTexts].join(' ')}>`;
  if (empty.has(tag)) return start;
  const plain = isPlain || tag === 'svg' || textOnly.has(tag);
  return `${start}${children.map((child) => childMarkup(child, plain)).join('')}</${tag}>`;
}

const childMarkup = (child: Child, isPlain: boolean): string =>
  isElement(child)
    ? markup(child, isPlain)
    : isPlain
      ? escapeMarkup(textIn(child))
      : breakPoints(textIn(child)).map(escapeMarkup).join('<wbr>');

/** Escapes a text. Characters that XML 1.0 does not allow are dropped: an SVG with one of them could not be parsed. */
const escapeMarkup = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
