import * as z from 'zod';
import { expect, test } from 'vitest';
import { allOperations } from '../../src/catalog/index.ts';

/**
 * The arguments outside the path that the documents show without a question mark
 * (docs/platform/conventions.md#optional-fields), nested ones by their dotted paths. Read from the documents by eye; a body
 * that is not shown has none. Filters of lists are all optional.
 */
const required: Readonly<Record<string, string>> = {
  // Content and library.
  'projects.create': 'name',
  'articles.create': 'title',
  'articles.generate': 'article_type keyword target_length',
  'keywords.import_csv': 'file',
  'knowledge_base.add_text': 'content title',
  'knowledge_base.search': 'q',
  'knowledge_base.analyze_site': 'url',
  'images.bulk_delete': 'ids',
  'images.bulk_restore': 'ids',
  'images.bulk_export': 'ids',
  'images.update_share': 'expires_at',
  'files.bulk_delete': 'ids',
  'files.bulk_restore': 'ids',
  'files.bulk_export': 'ids',
  'files.update_share': 'expires_at',
  // Tracking and insights.
  'tracking.analyze': 'mode',
  'tracking.activate':
    'competitors competitors.domain frequency keywords personas platforms prompts prompts.category prompts.prompt',
  'tracking.add_own_domain': 'domain',
  'ingest.start': 'prompts',
  'article_requests.create': 'consent domain keywords prompts',
  'tracking_shares.create': 'email',
  'tracking_keywords.create': 'keyword',
  'prompts.create': 'prompt_text',
  'prompts.import': 'file',
  'prompts.monitor': 'status',
  'prompt_tags.create_dimension': 'key label',
  'prompt_tags.create': 'dimension_id label',
  'prompt_tags.merge': 'target_id',
  'prompt_tags.assign': 'tag_id',
  'prompt_tags.bulk_tag': 'operation prompt_ids tag_id',
  'prompt_tags.apply_single_tag': 'tag_id',
  'insights.add_brand_alias': 'alias',
  'competitors.replace': 'domains',
  'accuracy.resolve': 'resolution_status',
  'brand_knowledge.update_refresh': 'frequency',
  'brand_knowledge.update_team_refresh': 'frequency',
  'prompt_check.start': 'platforms prompt tracking_project_id',
  // The rest.
  'agentic_chat.chat': 'message',
  'agentic_chat.answer_question': 'option_label',
  'agentic_chat.feedback': 'direction message_id',
  'ai_scanner.humanize': 'article_id',
  'competitor_analyses.create': 'domain project_id',
  'competitor_analyses.rename': 'name',
  'content_audits.create': 'source_url',
  'content_audits.mark_pages': 'filter is_solved',
  'community.create_topic': 'body member_id section title',
  'community_monitor.scan': 'keyword platforms',
  'bulk_generations.create': 'keywords project_id',
  'autopilot.create': 'config frequency module',
  'pipelines.create': 'name stages',
  'review_sources.register': 'platform source_url',
  'review_sources.push_review': 'author body external_id rating service_key submitted_at title url',
  'account.change_password': 'current_password password password_confirmation',
  'billing.update_profile': 'address_line1 city company_name country postal_code',
  'billing.upgrade_by_invoice': 'cycle plan',
  'team.update_member': 'role',
  'team.invite': 'email role',
  'page_audit.create': 'url',
  'grounding.analyze': 'url',
  'grounding.assign_project': 'audit_ids seo_project_id',
  'grounding.batch': 'urls',
  // The documents show filter without a question mark; an audit without one is served all the same, and the client sends an empty one.
  'grounding.sitemap_audit': 'sitemap_url',
  'wiki.search': 'q',
  'citation_causality.audit_page': 'url',
  'citation_causality.audit_pages': 'urls',
  'citation_causality.start_sandbox_run':
    'catalog_id citation_filter citation_filter.limit citation_filter.project_ids dataforseo_domain_analytics_enabled name ollama_model_fallback ollama_model_primary prompt_template_version serp_counterfactual_enabled',
  'prefetch.report_transition': 'from to',
  'prefetch.predictions': 'from',
  'leads.create': 'company',
  'leads.add_note': 'body',
  'leads.schedule_callback': 'scheduled_at',
  'feedback.send': 'message',
  'admin.set_feedback_status': 'status',
};

/** Dotted paths of what a shape requires. */
const requiredIn = (shape: z.ZodObject['shape'], prefix = ''): string[] =>
  Object.entries(shape).flatMap(([name, type]) => {
    if (type instanceof z.ZodOptional || type instanceof z.ZodDefault) return [];
    const inner = type instanceof z.ZodArray ? type.element : type;
    return [prefix + name, ...(inner instanceof z.ZodObject ? requiredIn(inner.shape, `${prefix}${name}.`) : [])];
  });

test('each operation requires what the documents show without a question mark, and nothing else', () => {
  const declared = allOperations()
    .filter(({ aliasOf }) => aliasOf === undefined)
    .map(
      ({ name, params, input }) => [name, requiredIn(input.shape).filter((field) => !params.includes(field))] as const,
    )
    .filter(([, fields]) => fields.length > 0)
    .map(([name, fields]) => [name, fields.sort().join(' ')]);
  expect(Object.fromEntries(declared)).toEqual(required);
});

test('one of two names is required where a row shows two', () => {
  const refusals = (name: string) =>
    allOperations()
      .find((operation) => operation.name === name)
      ?.rules.filter(({ holds }) => !holds({}))
      .map(({ field, says }) => `${field} ${says}`);
  expect(refusals('ai_scanner.detect')).toEqual(['scan_type is required unless mode is given']);
  expect(refusals('storylines.create')).toEqual(['keyword is required unless structure is given']);
  expect(refusals('keyword_suggestions.convert')).toEqual(['keyword_ids is required unless all is true']);
});
