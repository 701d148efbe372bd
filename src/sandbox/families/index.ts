import type { Implementation } from '../implementation.ts';
import { accountFamily } from './account.ts';
import { accuracyFamily } from './accuracy.ts';
import { actionCenterFamily } from './action-center.ts';
import { adminFamily } from './admin.ts';
import { agencyFamily } from './agency.ts';
import { agenticChatFamily } from './agentic-chat.ts';
import { aiScannerFamily } from './ai-scanner.ts';
import { articleRequestFamily } from './article-requests.ts';
import { articleFamily } from './articles.ts';
import { autopilotFamily } from './autopilot.ts';
import { billingFamily } from './billing.ts';
import { blogFamily } from './blog.ts';
import { brandKnowledgeFamily } from './brand-knowledge.ts';
import { brandVoiceFamily } from './brand-voices.ts';
import { bulkGenerationFamily } from './bulk-generations.ts';
import { businessProfileFamily } from './business-profile.ts';
import { calendarFamily } from './calendar.ts';
import { citationCausalityFamily } from './citation-causality.ts';
import { citedSourceFamily } from './cited-sources.ts';
import { communityFamily } from './community.ts';
import { communityMonitorFamily } from './community-monitor.ts';
import { competitorAnalysisFamily } from './competitor-analyses.ts';
import { competitorFamily } from './competitors.ts';
import { contentAuditFamily } from './content-audits.ts';
import { contentInsightFamily } from './content-insights.ts';
import { contentOptimizerFamily } from './content-optimizer.ts';
import { credits } from './credits.ts';
import { dashboardFamily } from './dashboard.ts';
import { deepInsightFamily } from './deep-insights.ts';
import { engineFamily } from './engines.ts';
import { exportFamily } from './exports.ts';
import { feedbackFamily } from './feedback.ts';
import { fileFamily } from './files.ts';
import { geoCriteriaFamily } from './geo-criteria.ts';
import { googleFamily } from './google.ts';
import { groundingFamily } from './grounding.ts';
import { humanizerFamily } from './humanizer.ts';
import { imageFamily } from './images.ts';
import { incidentFamily } from './incidents.ts';
import { ingestFamily } from './ingest.ts';
import { insightFamily } from './insights.ts';
import { internalLinkFamily } from './internal-links.ts';
import { keywordSuggestionFamily } from './keyword-suggestions.ts';
import { keywordFamily } from './keywords.ts';
import { knowledgeBaseFamily } from './knowledge-base.ts';
import { leadFamily } from './leads.ts';
import { linkListFamily } from './link-lists.ts';
import { locationFamily } from './locations.ts';
import { optimizationFamily } from './optimization.ts';
import { orphanScanFamily } from './orphan-scans.ts';
import { osFamily } from './os.ts';
import { pageAuditFamily } from './page-audit.ts';
import { pipelineFamily } from './pipelines.ts';
import { platformFamily } from './platform.ts';
import { prefetchFamily } from './prefetch.ts';
import { projectFamily } from './projects.ts';
import { promptCheckFamily } from './prompt-check.ts';
import { promptTagFamily } from './prompt-tags.ts';
import { promptFamily } from './prompts.ts';
import { realityCheckFamily } from './reality-check.ts';
import { reportFamily } from './reports.ts';
import { reviewSourceFamily } from './review-sources.ts';
import { searchConsoleFamily } from './search-console.ts';
import { siteMonitorFamily } from './site-monitor.ts';
import { storylineFamily } from './storylines.ts';
import { styleProfileFamily } from './style-profiles.ts';
import { teamFamily } from './team.ts';
import { trackingFamily } from './tracking.ts';
import { trackingKeywordFamily } from './tracking-keywords.ts';
import { trackingShareFamily } from './tracking-shares.ts';
import { wikiFamily } from './wiki.ts';

/** Every family the sandbox carries out. Seeds run in this order: projects before what hangs off them. */
export const implementations: readonly Implementation[] = [
  projectFamily,
  articleFamily,
  keywordFamily,
  internalLinkFamily,
  storylineFamily,
  styleProfileFamily,
  knowledgeBaseFamily,
  linkListFamily,
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
  blogFamily,
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
  brandVoiceFamily,
  engineFamily,
  exportFamily,
  incidentFamily,
  locationFamily,
  optimizationFamily,
  searchConsoleFamily,
  feedbackFamily,
];
