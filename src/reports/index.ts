/**
 * Results for eyes: views that hosts embed, charts, and the report as HTML and Markdown. They draw the data of tools, and read nothing
 * themselves.
 *
 * Types for the rooms above; values come from the files themselves: some of them run in a browser.
 */
export type { Node } from './charts/node.ts';
