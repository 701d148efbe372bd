import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { viewNames, viewUri, type ViewName } from '../tools/definition/view-name.ts';
import type { Resource } from './resource.ts';

const titles: Readonly<Record<ViewName, string>> = {
  report: 'AI visibility of a brand',
  keywords: 'Keyword clusters',
  audit: 'Audit of a site or page',
  credits: 'Credits',
  article: 'Article',
  jobs: 'Jobs',
};

/** The pages that hosts embed to show results (MCP Apps). The build creates them; each is one file that needs no network. */
export const viewPages: readonly Resource[] = viewNames.map((name) => ({
  uri: viewUri(name),
  name: `view_${name}`,
  title: titles[name],
  description: `A page that shows results: ${titles[name]}.`,
  mimeType: 'text/html;profile=mcp-app',
  meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
  read: async () => readFile(pageOf(name), 'utf8'),
}));

/** The file of a page: next to the bundle, or in `dist` if this runs from the sources. */
function pageOf(name: ViewName): URL {
  const beside = new URL(`views/${name}.html`, import.meta.url);
  return existsSync(beside) ? beside : new URL(`../../dist/views/${name}.html`, import.meta.url);
}
