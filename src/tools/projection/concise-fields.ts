/**
 * What the concise view shows of the answers agents read most: of the fields an operation declares, these. Ids are
 * always among them; bulk (texts, research, settings) and bookkeeping are not, and are told by name. Fields that the
 * catalog does not know are shown, whatever they are.
 */
export const conciseFields: Readonly<Record<string, readonly string[]>> = {
  'projects.list': ['id', 'name', 'domain', 'language', 'country'],
  'projects.get': ['id', 'name', 'domain', 'language', 'country', 'description', 'created_at'],
  'articles.list': ['id', 'title', 'slug', 'status', 'processing_status', 'storyline_id'],
  'storylines.list': ['id', 'status', 'article_id', 'approved_at'],
  'storylines.get': ['id', 'status', 'article_id', 'approved_at', 'research_data', 'structure'],
  'keywords.research_status': ['status', 'is_finished', 'progress_percent', 'keywords_total', 'clusters_count', 'error_message'],
  'knowledge_base.list': ['id', 'document_id', 'title', 'type', 'status', 'source_type'],
  'style_profiles.list': ['id', 'source_type', 'source_url', 'status', 'failure_reason', 'pending_review'],
  'images.list': ['id', 'title', 'tags', 'model', 'is_favorite'],
  'files.list': ['id', 'original_name', 'type_label', 'size_bytes', 'expires_in_days', 'pinned', 'tags'],
  'tracking.list': ['id', 'name', 'brand_name', 'domain', 'status', 'tracking_frequency', 'llm_platforms', 'competitor_domains'],
  'tracking.get': ['id', 'name', 'brand_name', 'brand_aliases', 'domain', 'own_domains', 'competitor_domains', 'status', 'tracking_frequency', 'llm_platforms'],
  'prompts.list': ['id', 'prompt_text', 'prompt_category', 'persona_label', 'monitor_status'],
  'cited_sources.list': [
    'id', 'url', 'domain', 'url_count', 'platforms', 'citations', 'is_own_domain', 'in_portfolio', 'effective_possibility',
    'avg_value_score', 'avg_possibility_score', 'outreach_status', 'last_seen',
  ],
  'insights.platform_breakdown': ['platform', 'total', 'visibility', 'avg_position', 'sentiment', 'recommendation_rate', 'citation_rate', 'measurement_note'],
  'accuracy.list': [
    'id', 'status', 'severity', 'platform', 'claim_type', 'claim_normalized', 'verification_status', 'ground_truth_source_anchor',
    'resolution_status', 'last_seen_at',
  ],
  'content_audits.list': ['id', 'source_url', 'type', 'status', 'total_pages', 'avg_seo_score', 'total_issues', 'created_at'],
  'page_audit.list': ['id', 'url', 'status', 'error_message', 'lighthouse'],
  'page_audit.get': ['id', 'url', 'status', 'error_message', 'lighthouse', 'analysis', 'screenshot_url', 'ideal_screenshot_url'],
  'grounding.audits': ['audit_id', 'url', 'status', 'score', 'tier', 'seo_project_id', 'suggested_seo_project_id', 'completed_at'],
  'grounding.audit': ['audit_id', 'status', 'score', 'tier', 'frameworks', 'findings', 'credits_used', 'completed_at', 'expires_at'],
  'grounding.batch_status': ['batch_id', 'status', 'completed', 'failed', 'total', 'eta_seconds', 'completed_at'],
  'review_sources.list': ['id', 'platform', 'source_url', 'status', 'avg_rating', 'total_reviews', 'last_pull_at'],
  'leads.list': ['id', 'company', 'contact_name', 'city', 'category', 'status', 'is_contactable'],
  'credits.history': ['created_at', 'delta', 'endpoint', 'balance_after'],
};
