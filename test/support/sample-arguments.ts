import { numbered, type IdRange } from '../../sandbox/engine/documents.ts';
import { idSourceOf } from '../../src/catalog/id-source.ts';
import type { OperationName } from '../../src/catalog/operation-types.ts';
import type { Operation } from '../../src/catalog/vocabulary/index.ts';
import { exampleArguments } from '../../src/catalog/schema/example.ts';

/** The arguments of an operation's example, with the ids of the embedded platform's first records. */
export function sampleArguments(operation: Operation): Record<string, unknown> {
  const sample = Object.entries(exampleArguments(operation)).map(([name, value]): [string, unknown] => {
    const range = rangeOf(operation, name);
    return [name, range === undefined ? value : ofRange(value, range)];
  });
  return Object.fromEntries(sample);
}

/** The range of the ids that an argument takes on the embedded platform; undefined for what is no number there. */
export const rangeOf = (operation: Operation, argument: string): IdRange | undefined =>
  ranges[`${operation.name} ${argument}`] ?? ranges[idSourceOf(operation, argument)?.name ?? ''];

function ofRange(value: unknown, range: IdRange): unknown {
  if (Array.isArray(value)) return value.map((one) => ofRange(one, range));
  return typeof value === 'number' ? numbered(range, value) : value;
}

const bySource: Readonly<Partial<Record<OperationName, IdRange>>> = {
  'projects.list': 'project',
  'projects.list_goals': 'goal',
  'articles.list': 'article',
  'keywords.list': 'keyword',
  'keywords.list_researches': 'keyword_research',
  'internal_links.suggestions': 'link_suggestion',
  'knowledge_base.list': 'knowledge_document',
  'storylines.list': 'storyline',
  'style_profiles.list': 'style_profile',
  'knowledge_base.site_analyses': 'site_analysis',
  'link_lists.list': 'link_list',
  'orphan_scans.discover': 'orphan_scan',
  'calendar.list': 'calendar_entry',
  'images.list': 'asset',
  'agentic_chat.chat': 'agentic_session',
  'files.list': 'asset',
  'tracking.list': 'tracking_project',
  'ingest.start': 'ingest',
  'article_requests.list': 'article_request',
  'tracking_shares.list': 'tracking_share',
  'tracking_shares.shared_with_me': 'tracking_share',
  'tracking_keywords.list': 'tracking_keyword',
  'prompts.list': 'tracking_prompt',
  'keyword_suggestions.list': 'keyword_suggestion',
  'prompt_tags.list_dimensions': 'tag_dimension',
  'prompt_tags.list': 'prompt_tag',
  'prompt_tags.apply_single_tag': 'taxonomy_run',
  'cited_sources.list': 'cited_source',
  'accuracy.list': 'claim',
  'ai_scanner.detect': 'ai_scan',
  'humanizer.humanize': 'humanize_batch',
  'humanizer.batch': 'humanize_document',
  'content_optimizer.list': 'content_optimization',
  'competitor_analyses.list': 'competitor_analysis',
  'competitor_analyses.gaps': 'competitor_gap',
  'content_audits.list': 'content_audit',
  'content_audits.pages': 'content_audit_page',
  'community.list_members': 'community_member',
  'community.list_channels': 'community_channel',
  'community.list_plans': 'community_plan',
  'community.list_topics': 'forum_topic',
  'community_monitor.mentions': 'community_mention',
  'site_monitor.list': 'site_monitor',
  'bulk_generations.list': 'bulk_generation',
  'autopilot.list': 'autopilot',
  'pipelines.list': 'pipeline',
  'action_center.list_todos': 'todo',
  'google.list_connections': 'google_connection',
  'google.gsc_properties': 'google_property',
  'google.ga4_properties': 'google_property',
  'blog.list_categories': 'blog_category',
  'blog.list_posts': 'blog_post',
  'os.list_folders': 'os_folder',
  'os.list_files': 'os_file',
  'review_sources.list': 'review_source',
  'team.members': 'user',
  'team.invitations': 'team_invitation',
  'admin.feedback': 'feedback_report',
  'page_audit.create': 'page_audit',
  'grounding.list_check_validations': 'grounding_check_validation',
  'citation_causality.sandbox_runs': 'citation_experiment',
  'leads.list': 'lead',
  'agency.approvals': 'agency_approval',
  'incidents.list': 'incident',
  'locations.list': 'location',
  'search_console.list': 'search_console_upload',
};

/** Values that no operation lists, by operation, a blank, and argument. */
const unlisted: Readonly<Record<string, IdRange>> = {
  'content_optimizer.get_by_old_path id': 'content_optimization',
  'content_optimizer.apply_by_old_path id': 'content_optimization',
  'grounding.promote_signal id': 'signal_observation',
  'grounding.reject_signal id': 'signal_observation',
  'optimization.get id': 'optimization_run',
  'optimization.abort id': 'optimization_run',
};

const ranges: Readonly<Record<string, IdRange>> = { ...bySource, ...unlisted };
