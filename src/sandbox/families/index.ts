import type { Implementation } from '../implementation.ts';
import { actionCenterFamily } from './action-center.ts';
import { agenticChatFamily } from './agentic-chat.ts';
import { aiScannerFamily } from './ai-scanner.ts';
import { articleFamily } from './articles.ts';
import { autopilotFamily } from './autopilot.ts';
import { bulkGenerationFamily } from './bulk-generations.ts';
import { calendarFamily } from './calendar.ts';
import { communityFamily } from './community.ts';
import { communityMonitorFamily } from './community-monitor.ts';
import { competitorAnalysisFamily } from './competitor-analyses.ts';
import { contentAuditFamily } from './content-audits.ts';
import { contentInsightFamily } from './content-insights.ts';
import { contentOptimizerFamily } from './content-optimizer.ts';
import { credits } from './credits.ts';
import { fileFamily } from './files.ts';
import { groundingFamily } from './grounding.ts';
import { humanizerFamily } from './humanizer.ts';
import { imageFamily } from './images.ts';
import { ingestFamily } from './ingest.ts';
import { internalLinkFamily } from './internal-links.ts';
import { keywordFamily } from './keywords.ts';
import { knowledgeBaseFamily } from './knowledge-base.ts';
import { linkListFamily } from './link-lists.ts';
import { orphanScanFamily } from './orphan-scans.ts';
import { pipelineFamily } from './pipelines.ts';
import { platformFamily } from './platform.ts';
import { projectFamily } from './projects.ts';
import { siteMonitorFamily } from './site-monitor.ts';
import { storylineFamily } from './storylines.ts';
import { styleProfileFamily } from './style-profiles.ts';
import { trackingFamily } from './tracking.ts';

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
  groundingFamily,
];
