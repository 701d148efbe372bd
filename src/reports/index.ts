/**
 * Results for eyes: views that hosts embed, charts, and the report as HTML and Markdown. They draw the data of tools, and read nothing
 * themselves.
 */
export type { Node } from './charts/node.ts';
