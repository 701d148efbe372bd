import type { Node } from '../../charts/node.ts';
import type { Words } from './words.ts';

/** Context in which a view is drawn. */
export interface ViewContext {
  /** Width for the content in pixels. */
  readonly width: number;
  /** Width on a phone in pixels, if the document is for both: each chart is then drawn for each width. */
  readonly phoneWidth?: number | undefined;
  /** BCP 47. */
  readonly locale: string;
  readonly words: Words;
  /** The account of the data, if there are several. */
  readonly account?: string | undefined;
}

/** Draws the `data` of a tool's result. Pure: the same data gives the same document, in a browser and on a server. */
export type View = (data: unknown, context: ViewContext) => Node[];

/** A button of a view: the call that the host is asked to make. */
export interface ViewAction {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}
