import type { ToolResult } from '../definition/tool.ts';

/** The result from which a view is drawn outside a host: its data, and the data that is only for the view. */
export const withViewData = ({ structured, viewData }: ToolResult): unknown => {
  const { data } = structured;
  return viewData && typeof data === 'object' && data !== null ? { ...data, ...viewData } : data;
};
