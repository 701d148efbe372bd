/** One element of a document that is not made yet: markup on a server, elements in a browser, both from one definition. */
export interface Node {
  readonly tag: string;
  /** An attribute that is undefined or false is left out; true is written without a value. */
  readonly attributes: Attributes;
  readonly children: readonly Child[];
}

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export type Child = Node | string | number | false | null | undefined;

/** An element. Texts among the children are data: they are escaped wherever they end up. */
export const h = (
  tag: string,
  attributes: Attributes = {},
  ...children: readonly (Child | readonly Child[])[]
): Node => ({
  tag,
  attributes,
  children: children.flat(),
});
