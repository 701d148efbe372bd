import type { Family, Operation } from './operation.ts';
import type { OperationName } from './operation-types.ts';
import { account } from './families/account.ts';
import { accuracy } from './families/accuracy.ts';
import { actionCenter } from './families/action-center.ts';
import { admin } from './families/admin.ts';
import { agency } from './families/agency.ts';
import { agenticChat } from './families/agentic-chat.ts';
import { aiScanner } from './families/ai-scanner.ts';
import { articleRequests } from './families/article-requests.ts';
import { articles } from './families/articles.ts';
import { autopilot } from './families/autopilot.ts';
import { billing } from './families/billing.ts';
import { blog } from './families/blog.ts';
import { brandKnowledge } from './families/brand-knowledge.ts';
import { brandVoices } from './families/brand-voices.ts';
import { bulkGenerations } from './families/bulk-generations.ts';
import { businessProfile } from './families/business-profile.ts';
import { calendar } from './families/calendar.ts';
import { citationCausality } from './families/citation-causality.ts';
import { citedSources } from './families/cited-sources.ts';
import { community } from './families/community.ts';
import { communityMonitor } from './families/community-monitor.ts';
import { competitorAnalyses } from './families/competitor-analyses.ts';
import { competitors } from './families/competitors.ts';
import { contentAudits } from './families/content-audits.ts';
import { contentInsights } from './families/content-insights.ts';
import { contentOptimizer } from './families/content-optimizer.ts';
import { credits } from './families/credits.ts';
import { dashboard } from './families/dashboard.ts';
import { deepInsights } from './families/deep-insights.ts';
import { engines } from './families/engines.ts';
import { exportsMade } from './families/exports.ts';
import { feedback } from './families/feedback.ts';
import { files } from './families/files.ts';
import { geoCriteria } from './families/geo-criteria.ts';
import { google } from './families/google.ts';
import { grounding } from './families/grounding.ts';
import { humanizer } from './families/humanizer.ts';
import { images } from './families/images.ts';
import { incidents } from './families/incidents.ts';
import { ingest } from './families/ingest.ts';
import { insights } from './families/insights.ts';
import { internalLinks } from './families/internal-links.ts';
import { keywordSuggestions } from './families/keyword-suggestions.ts';
import { keywords } from './families/keywords.ts';
import { knowledgeBase } from './families/knowledge-base.ts';
import { leads } from './families/leads.ts';
import { linkLists } from './families/link-lists.ts';
import { locations } from './families/locations.ts';
import { optimization } from './families/optimization.ts';
import { orphanScans } from './families/orphan-scans.ts';
import { os } from './families/os.ts';
import { pageAudit } from './families/page-audit.ts';
import { pipelines } from './families/pipelines.ts';
import { platform } from './families/platform.ts';
import { prefetch } from './families/prefetch.ts';
import { projects } from './families/projects.ts';
import { promptCheck } from './families/prompt-check.ts';
import { promptTags } from './families/prompt-tags.ts';
import { prompts } from './families/prompts.ts';
import { realityCheck } from './families/reality-check.ts';
import { reports } from './families/reports.ts';
import { reviewSources } from './families/review-sources.ts';
import { searchConsole } from './families/search-console.ts';
import { siteMonitor } from './families/site-monitor.ts';
import { storylines } from './families/storylines.ts';
import { styleProfiles } from './families/style-profiles.ts';
import { team } from './families/team.ts';
import { tracking } from './families/tracking.ts';
import { trackingKeywords } from './families/tracking-keywords.ts';
import { trackingShares } from './families/tracking-shares.ts';
import { wiki } from './families/wiki.ts';

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
