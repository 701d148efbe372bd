import { account } from './workspace/account.ts';
import { accuracy } from './tracking/accuracy.ts';
import { actionCenter } from './tracking/action-center.ts';
import { admin } from './workspace/admin.ts';
import { agency } from './workspace/agency.ts';
import { agenticChat } from './workspace/agentic-chat.ts';
import { aiScanner } from './content/ai-scanner.ts';
import { articleRequests } from './content/article-requests.ts';
import { articles } from './content/articles.ts';
import { autopilot } from './content/autopilot.ts';
import { billing } from './workspace/billing.ts';
import { blog } from './content/blog.ts';
import { brandKnowledge } from './library/brand-knowledge.ts';
import { brandVoices } from './library/brand-voices.ts';
import { bulkGenerations } from './content/bulk-generations.ts';
import { businessProfile } from './library/business-profile.ts';
import { calendar } from './content/calendar.ts';
import { citationCausality } from './tracking/citation-causality.ts';
import { citedSources } from './tracking/cited-sources.ts';
import { community } from './audits/community.ts';
import { communityMonitor } from './audits/community-monitor.ts';
import { competitorAnalyses } from './audits/competitor-analyses.ts';
import { competitors } from './tracking/competitors.ts';
import { contentAudits } from './audits/content-audits.ts';
import { contentInsights } from './content/content-insights.ts';
import { contentOptimizer } from './content/content-optimizer.ts';
import { credits } from './workspace/credits.ts';
import { dashboard } from './workspace/dashboard.ts';
import { deepInsights } from './tracking/deep-insights.ts';
import { engines } from './tracking/engines.ts';
import { exportsMade } from './library/exports.ts';
import { feedback } from './workspace/feedback.ts';
import { files } from './library/files.ts';
import { geoCriteria } from './audits/geo-criteria.ts';
import { google } from './audits/google.ts';
import { grounding } from './audits/grounding.ts';
import { humanizer } from './content/humanizer.ts';
import { images } from './library/images.ts';
import { incidents } from './audits/incidents.ts';
import { ingest } from './tracking/ingest.ts';
import { insights } from './tracking/insights.ts';
import { internalLinks } from './content/internal-links.ts';
import { keywordSuggestions } from './tracking/keyword-suggestions.ts';
import { keywords } from './content/keywords.ts';
import { knowledgeBase } from './library/knowledge-base.ts';
import { leads } from './workspace/leads.ts';
import { linkLists } from './content/link-lists.ts';
import { locations } from './tracking/locations.ts';
import { optimization } from './content/optimization.ts';
import { orphanScans } from './content/orphan-scans.ts';
import { os } from './workspace/os.ts';
import { pageAudit } from './audits/page-audit.ts';
import { pipelines } from './content/pipelines.ts';
import { platform } from './workspace/platform.ts';
import { prefetch } from './tracking/prefetch.ts';
import { projects } from './content/projects.ts';
import { promptCheck } from './tracking/prompt-check.ts';
import { promptTags } from './tracking/prompt-tags.ts';
import { prompts } from './tracking/prompts.ts';
import { realityCheck } from './tracking/reality-check.ts';
import { reports } from './tracking/reports.ts';
import { reviewSources } from './audits/review-sources.ts';
import { searchConsole } from './audits/search-console.ts';
import { siteMonitor } from './audits/site-monitor.ts';
import { storylines } from './content/storylines.ts';
import { styleProfiles } from './library/style-profiles.ts';
import { team } from './workspace/team.ts';
import { tracking } from './tracking/tracking.ts';
import { trackingKeywords } from './tracking/tracking-keywords.ts';
import { trackingShares } from './tracking/tracking-shares.ts';
import { wiki } from './library/wiki.ts';

/** Every family with its types, in the order of the contract's documents. */
export const declaredFamilies = [
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

/** The types of the families, from which `OperationName`, `Input` and `Output` are derived. */
export type DeclaredFamily = (typeof declaredFamilies)[number];
