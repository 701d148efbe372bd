import type { Pins } from '../catalog/pins.ts';
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

/** One a workflow, in the order of the tools; without the arguments that `pins` decide. */
export const createPrompts = (pins?: Pins): readonly Prompt[] =>
  pins ? prompts.map((one) => pinned(one, pins)) : prompts;

function pinned(prompt: Prompt, pins: Pins): Prompt {
  const decided = new Set([
    ...(pins.project === undefined ? [] : ['projects']),
    ...(pins.trackingProject === undefined ? [] : ['tracking-projects']),
  ]);
  const free = prompt.arguments.filter(({ suggests }) => suggests === undefined || !decided.has(suggests));
  return {
    ...prompt,
    arguments: free,
    render: (given) =>
      prompt.render(
        Object.fromEntries(Object.entries(given).filter(([name]) => free.some((one) => one.name === name))),
      ),
  };
}

const prompts: readonly Prompt[] = [
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
