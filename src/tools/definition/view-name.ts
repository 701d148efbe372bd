/** The views, by the name in their address. */
export const viewNames = ['report', 'keywords', 'audit', 'credits', 'article', 'jobs'] as const;

export type ViewName = (typeof viewNames)[number];

/** Where a host reads the page of a view (MCP Apps, `_meta.ui.resourceUri`). */
export const viewUri = (name: ViewName): string => `ui://visibility/${name}`;
