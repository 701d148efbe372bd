import type { Implementation } from '../engine/implementation.ts';
import { accountFamily } from './workspace/account.ts';
import { accuracyFamily } from './tracking/accuracy/accuracy.ts';
import { actionCenterFamily } from './tracking/action-center.ts';
import { adminFamily } from './workspace/admin.ts';
import { agencyFamily } from './workspace/agency.ts';
import { agenticChatFamily } from './workspace/agentic-chat/agentic-chat.ts';
import { aiScannerFamily } from './content/ai-scanner.ts';
import { articleRequestFamily } from './content/article-requests.ts';
import { articleFamily } from './content/articles.ts';
import { autopilotFamily } from './content/autopilot.ts';
import { billingFamily } from './workspace/billing.ts';
import { brandKnowledgeFamily } from './library/brand-knowledge.ts';
import { bulkGenerationFamily } from './content/bulk-generations.ts';
import { businessProfileFamily } from './library/business-profile.ts';
import { calendarFamily } from './content/calendar.ts';
import { citationCausalityFamily } from './tracking/citation-causality/citation-causality.ts';
import { citedSourceFamily } from './tracking/cited-sources/cited-sources.ts';
import { communityFamily } from './audits/community/community.ts';
import { communityMonitorFamily } from './audits/community/community-monitor.ts';
import { competitorAnalysisFamily } from './audits/competitor-analyses.ts';
import { competitorFamily } from './tracking/competitors.ts';
import { contentAuditFamily } from './audits/content-audits/content-audits.ts';
import { contentInsightFamily } from './content/content-insights.ts';
import { contentOptimizerFamily } from './content/content-optimizer.ts';
import { credits } from './workspace/credits.ts';
import { dashboardFamily } from './workspace/dashboard.ts';
import { deepInsightFamily } from './tracking/deep-insights/deep-insights.ts';
import { engineFamily } from './tracking/engines.ts';
import { exportFamily } from './library/exports.ts';
import { feedbackFamily } from './workspace/feedback.ts';
import { fileFamily } from './library/files/files.ts';
import { geoCriteriaFamily } from './audits/geo-criteria.ts';
import { googleFamily } from './audits/google.ts';
import { groundingFamily } from './audits/grounding/grounding.ts';
import { humanizerFamily } from './content/humanizer.ts';
import { imageFamily } from './library/files/images.ts';
import { ingestFamily } from './tracking/ingest.ts';
import { insightFamily } from './tracking/insights.ts';
import { internalLinkFamily } from './content/internal-links.ts';
import { keywordSuggestionFamily } from './tracking/keyword-suggestions.ts';
import { keywordFamily } from './content/keywords/keywords.ts';
import { knowledgeBaseFamily } from './library/knowledge-base/knowledge-base.ts';
import { leadFamily } from './workspace/leads/leads.ts';
import { optimizationFamily } from './content/optimization.ts';
import { orphanScanFamily } from './content/orphan-scans.ts';
import { osFamily } from './workspace/os.ts';
import { pageAuditFamily } from './audits/page-audit.ts';
import { pipelineFamily } from './content/pipelines.ts';
import { plainFamilies } from './plain-families.ts';
import { platformFamily } from './workspace/platform.ts';
import { prefetchFamily } from './tracking/prefetch.ts';
import { projectFamily } from './content/projects.ts';
import { promptCheckFamily } from './tracking/prompt-check.ts';
import { promptTagFamily } from './tracking/prompts/prompt-tags.ts';
import { promptFamily } from './tracking/prompts/prompts.ts';
import { realityCheckFamily } from './tracking/reality-check.ts';
import { reportFamily } from './tracking/reports.ts';
import { reviewSourceFamily } from './audits/review-sources.ts';
import { siteMonitorFamily } from './audits/site-monitor.ts';
import { storylineFamily } from './content/storylines.ts';
import { styleProfileFamily } from './library/style-profiles.ts';
import { teamFamily } from './workspace/team.ts';
import { trackingFamily } from './tracking/tracking.ts';
import { trackingKeywordFamily } from './tracking/tracking-keywords.ts';
import { trackingShareFamily } from './tracking/tracking-shares.ts';
import { wikiFamily } from './library/wiki/wiki.ts';

/** Every family that the sandbox implements. Seeds run in this order: projects before records that depend on them. */
export const implementations: readonly Implementation[] = [
  projectFamily,
  articleFamily,
  keywordFamily,
  internalLinkFamily,
  storylineFamily,
  styleProfileFamily,
  knowledgeBaseFamily,
  orphanScanFamily,
  contentInsightFamily,
  calendarFamily,
  fileFamily,
  imageFamily,
  credits,
  platformFamily,
  trackingFamily,
  ingestFamily,
  businessProfileFamily,
  articleRequestFamily,
  trackingShareFamily,
  trackingKeywordFamily,
  promptFamily,
  keywordSuggestionFamily,
  promptTagFamily,
  citedSourceFamily,
  insightFamily,
  competitorFamily,
  brandKnowledgeFamily,
  accuracyFamily,
  realityCheckFamily,
  reportFamily,
  promptCheckFamily,
  agenticChatFamily,
  aiScannerFamily,
  humanizerFamily,
  contentOptimizerFamily,
  competitorAnalysisFamily,
  contentAuditFamily,
  communityFamily,
  communityMonitorFamily,
  siteMonitorFamily,
  bulkGenerationFamily,
  autopilotFamily,
  pipelineFamily,
  actionCenterFamily,
  googleFamily,
  osFamily,
  reviewSourceFamily,
  accountFamily,
  teamFamily,
  billingFamily,
  dashboardFamily,
  adminFamily,
  pageAuditFamily,
  groundingFamily,
  geoCriteriaFamily,
  wikiFamily,
  deepInsightFamily,
  citationCausalityFamily,
  prefetchFamily,
  leadFamily,
  agencyFamily,
  engineFamily,
  exportFamily,
  optimizationFamily,
  feedbackFamily,
  ...plainFamilies,
];
