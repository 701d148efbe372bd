import { articleView } from './article-view.ts';
import { auditView } from './audit-view.ts';
import { creditsView } from './credits-view.ts';
import { jobsView } from './jobs-view.ts';
import { keywordsView } from './keywords-view.ts';
import type { View } from './parts/view.ts';
import { reportView } from './report-view.ts';
import type { ViewName } from '../../tools/definition/view-name.ts';

/** All views, by their names in the address `ui://visibility/<name>`. */
export const views = {
  report: reportView,
  keywords: keywordsView,
  audit: auditView,
  credits: creditsView,
  article: articleView,
  jobs: jobsView,
} satisfies Readonly<Record<ViewName, View>>;
