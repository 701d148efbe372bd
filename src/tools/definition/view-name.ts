/** The names of the views, as in their addresses. */
export const viewNames = ['report', 'keywords', 'audit', 'credits', 'article', 'jobs'] as const;

export type ViewName = (typeof viewNames)[number];

/** The address from which a host reads the page of a view (MCP Apps, `_meta.ui.resourceUri`). */
export const viewUri = (name: ViewName): string => `ui://visibility/${name}`;
