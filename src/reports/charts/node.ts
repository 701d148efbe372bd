/** An element of a document, independent of its output: it becomes markup on a server, and elements in a browser. */
export interface Node {
  readonly tag: string;
  /** An attribute that is undefined or false is left out; true is written without a value. */
  readonly attributes: Attributes;
  readonly children: readonly Child[];
}

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export type Child = Node | string | number | false | null | undefined;

/** Makes an element. Texts among the children are data: they are escaped in every output. */
export const h = (
  tag: string,
  attributes: Attributes = {},
  ...children: readonly (Child | readonly Child[])[]
): Node => ({
  tag,
  attributes,
  children: children.flat(),
});

/** Whether a child is an element rather than a text or nothing. */
export const isElement = (child: Child): child is Node => typeof child === 'object' && child !== null;

/** All texts within a child, joined. */
export const textIn = (child: Child): string =>
  isElement(child)
    ? child.children.map(textIn).join('')
    : child === null || child === undefined || child === false
      ? ''
      : String(child);
