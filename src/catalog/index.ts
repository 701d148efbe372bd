import type { Family, Operation } from './operation.ts';
import { accuracy } from './families/accuracy.ts';
import { agenticChat } from './families/agentic-chat.ts';
import { articleRequests } from './families/article-requests.ts';
import { articles } from './families/articles.ts';
import { brandKnowledge } from './families/brand-knowledge.ts';
import { businessProfile } from './families/business-profile.ts';
import { calendar } from './families/calendar.ts';
import { citedSources } from './families/cited-sources.ts';
import { competitors } from './families/competitors.ts';
import { contentInsights } from './families/content-insights.ts';
import { credits } from './families/credits.ts';
import { files } from './families/files.ts';
import { grounding } from './families/grounding.ts';
import { images } from './families/images.ts';
import { ingest } from './families/ingest.ts';
import { insights } from './families/insights.ts';
import { internalLinks } from './families/internal-links.ts';
import { keywordSuggestions } from './families/keyword-suggestions.ts';
import { keywords } from './families/keywords.ts';
import { knowledgeBase } from './families/knowledge-base.ts';
import { linkLists } from './families/link-lists.ts';
import { orphanScans } from './families/orphan-scans.ts';
import { platform } from './families/platform.ts';
import { projects } from './families/projects.ts';
import { promptCheck } from './families/prompt-check.ts';
import { promptTags } from './families/prompt-tags.ts';
import { prompts } from './families/prompts.ts';
import { realityCheck } from './families/reality-check.ts';
import { reports } from './families/reports.ts';
import { storylines } from './families/storylines.ts';
import { styleProfiles } from './families/style-profiles.ts';
import { tracking } from './families/tracking.ts';
import { trackingKeywords } from './families/tracking-keywords.ts';
import { trackingShares } from './families/tracking-shares.ts';

/** Every family, in the order of the contract's documents. */
export const families: readonly Family[] = [
  projects,
  articles,
  keywords,
  internalLinks,
  storylines,
  styleProfiles,
  knowledgeBase,
  linkLists,
  orphanScans,
  contentInsights,
  calendar,
  images,
  files,
  credits,
  platform,
  tracking,
  ingest,
  businessProfile,
  articleRequests,
  trackingShares,
  trackingKeywords,
  prompts,
  keywordSuggestions,
  promptTags,
  citedSources,
  insights,
  competitors,
  accuracy,
  brandKnowledge,
  realityCheck,
  reports,
  promptCheck,
  agenticChat,
  grounding,
];

const byName = new Map(families.map((family) => [family.name, family]));

/** The family of that name, or undefined. */
export const findFamily = (name: string): Family | undefined => byName.get(name);

/** The operation `family.action`, or undefined. Builds no other family than the one named. */
export function findOperation(name: string): Operation | undefined {
  const dot = name.indexOf('.');
  const actions = byName.get(name.slice(0, dot))?.operations;
  const action = name.slice(dot + 1);
  return actions && Object.hasOwn(actions, action) ? actions[action] : undefined;
}

/** The operation of that name, for a name written in the code itself: a missing one is a defect. */
export function operation(name: string): Operation {
  const found = findOperation(name);
  if (!found) throw new Error(`no operation ${name} in the catalog`);
  return found;
}

/** All operations, aliases included, in the catalog's order. Builds every family. */
export const allOperations = (): Operation[] => families.flatMap((family) => Object.values(family.operations));
