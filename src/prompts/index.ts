import { askAgent } from './ask-agent.ts';
import { auditPage } from './audit-page.ts';
import { auditSite } from './audit-site.ts';
import { checkBrandFacts } from './check-brand-facts.ts';
import { groundUrls } from './ground-urls.ts';
import type { Prompt } from './prompt.ts';
import { researchKeywords } from './research-keywords.ts';
import { trackBrand } from './track-brand.ts';
import { visibilityReport } from './visibility-report.ts';
import { writeArticle } from './write-article.ts';

export type { Prompt } from './prompt.ts';

/** One a workflow, in the order of the tools. */
export const createPrompts = (): readonly Prompt[] => [
  writeArticle,
  researchKeywords,
  auditPage,
  auditSite,
  groundUrls,
  trackBrand,
  visibilityReport,
  checkBrandFacts,
  askAgent,
];
