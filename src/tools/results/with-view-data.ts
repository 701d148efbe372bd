import type { ToolResult } from '../definition/tool.ts';

/** What the view of a result is drawn from, outside a host: its data, and what is for the view alone. */
export const withViewData = ({ structured, viewData }: ToolResult): unknown => {
  const { data } = structured;
  return viewData && typeof data === 'object' && data !== null ? { ...data, ...viewData } : data;
};
