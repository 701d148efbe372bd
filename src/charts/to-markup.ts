import type { Child, Node } from './node.ts';

/** HTML elements without content. */
const empty: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'meta', 'link', 'input', 'col']);

/** The element as HTML or SVG text, every text and attribute escaped. */
export function toMarkup({ tag, attributes, children }: Node): string {
  const attributeTexts = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : [value === true ? name : `${name}="${escaped(String(value))}"`],
  );
  const start = `<${[tag, ...attributeTexts].join(' ')}>`;
  return empty.has(tag) ? start : `${start}${children.map(childMarkup).join('')}</${tag}>`;
}

const childMarkup = (child: Child): string =>
  child === undefined || child === null || child === false
    ? ''
    : typeof child === 'object'
      ? toMarkup(child)
      : escaped(String(child));

/** Characters that XML 1.0 cannot hold are dropped, or an SVG with one of them would not be parsed at all. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
