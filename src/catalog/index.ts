import type { Family, Operation } from './operation.ts';
import type { OperationName } from './operation-types.ts';
import { account } from './families/workspace/account.ts';
import { accuracy } from './families/tracking/accuracy.ts';
import { actionCenter } from './families/tracking/action-center.ts';
import { admin } from './families/workspace/admin.ts';
import { agency } from './families/workspace/agency.ts';
import { agenticChat } from './families/workspace/agentic-chat.ts';
import { aiScanner } from './families/content/ai-scanner.ts';
import { articleRequests } from './families/content/article-requests.ts';
import { articles } from './families/content/articles.ts';
import { autopilot } from './families/content/autopilot.ts';
import { billing } from './families/workspace/billing.ts';
import { blog } from './families/content/blog.ts';
import { brandKnowledge } from './families/library/brand-knowledge.ts';
import { brandVoices } from './families/library/brand-voices.ts';
import { bulkGenerations } from './families/content/bulk-generations.ts';
import { businessProfile } from './families/library/business-profile.ts';
import { calendar } from './families/content/calendar.ts';
import { citationCausality } from './families/tracking/citation-causality.ts';
import { citedSources } from './families/tracking/cited-sources.ts';
import { community } from './families/audits/community.ts';
import { communityMonitor } from './families/audits/community-monitor.ts';
import { competitorAnalyses } from './families/audits/competitor-analyses.ts';
import { competitors } from './families/tracking/competitors.ts';
import { contentAudits } from './families/audits/content-audits.ts';
import { contentInsights } from './families/content/content-insights.ts';
import { contentOptimizer } from './families/content/content-optimizer.ts';
import { credits } from './families/workspace/credits.ts';
import { dashboard } from './families/workspace/dashboard.ts';
import { deepInsights } from './families/tracking/deep-insights.ts';
import { engines } from './families/tracking/engines.ts';
import { exportsMade } from './families/library/exports.ts';
import { feedback } from './families/workspace/feedback.ts';
import { files } from './families/library/files.ts';
import { geoCriteria } from './families/audits/geo-criteria.ts';
import { google } from './families/audits/google.ts';
import { grounding } from './families/audits/grounding.ts';
import { humanizer } from './families/content/humanizer.ts';
import { images } from './families/library/images.ts';
import { incidents } from './families/audits/incidents.ts';
import { ingest } from './families/tracking/ingest.ts';
import { insights } from './families/tracking/insights.ts';
import { internalLinks } from './families/content/internal-links.ts';
import { keywordSuggestions } from './families/tracking/keyword-suggestions.ts';
import { keywords } from './families/content/keywords.ts';
import { knowledgeBase } from './families/library/knowledge-base.ts';
import { leads } from './families/workspace/leads.ts';
import { linkLists } from './families/content/link-lists.ts';
import { locations } from './families/tracking/locations.ts';
import { optimization } from './families/content/optimization.ts';
import { orphanScans } from './families/content/orphan-scans.ts';
import { os } from './families/workspace/os.ts';
import { pageAudit } from './families/audits/page-audit.ts';
import { pipelines } from './families/content/pipelines.ts';
import { platform } from './families/workspace/platform.ts';
import { prefetch } from './families/tracking/prefetch.ts';
import { projects } from './families/content/projects.ts';
import { promptCheck } from './families/tracking/prompt-check.ts';
import { promptTags } from './families/tracking/prompt-tags.ts';
import { prompts } from './families/tracking/prompts.ts';
import { realityCheck } from './families/tracking/reality-check.ts';
import { reports } from './families/tracking/reports.ts';
import { reviewSources } from './families/audits/review-sources.ts';
import { searchConsole } from './families/audits/search-console.ts';
import { siteMonitor } from './families/audits/site-monitor.ts';
import { storylines } from './families/content/storylines.ts';
import { styleProfiles } from './families/library/style-profiles.ts';
import { team } from './families/workspace/team.ts';
import { tracking } from './families/tracking/tracking.ts';
import { trackingKeywords } from './families/tracking/tracking-keywords.ts';
import { trackingShares } from './families/tracking/tracking-shares.ts';
import { wiki } from './families/library/wiki.ts';

/** Every family with its types, in the order of the contract's documents. */
const declared = [
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
  aiScanner,
  humanizer,
  contentOptimizer,
  competitorAnalyses,
  contentAudits,
  community,
  communityMonitor,
  siteMonitor,
  bulkGenerations,
  autopilot,
  pipelines,
  actionCenter,
  google,
  blog,
  os,
  reviewSources,
  account,
  team,
  billing,
  dashboard,
  admin,
  pageAudit,
  grounding,
  geoCriteria,
  wiki,
  deepInsights,
  citationCausality,
  prefetch,
  leads,
  agency,
  brandVoices,
  engines,
  exportsMade,
  incidents,
  locations,
  optimization,
  searchConsole,
  feedback,
] as const;

/** The families' types: `OperationName`, `Input` and `Output` follow from them. */
export type DeclaredFamily = (typeof declared)[number];

/** Every family, in the order of the contract's documents. */
export const families = declared as readonly unknown[] as readonly Family[];

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

/** The operation of that name, for a name written in the code itself. */
export const operation = (name: OperationName): Operation => operationNamed(name);

/** The operation of a name that is on record or in another declaration: a missing one is a defect. */
export function operationNamed(name: string): Operation {
  const found = findOperation(name);
  if (!found) throw new Error(`no operation ${name} in the catalog`);
  return found;
}

/** All operations, aliases included, in the catalog's order. Builds every family. */
export const allOperations = (): Operation[] => families.flatMap((family) => Object.values(family.operations));
