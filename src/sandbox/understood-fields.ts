import type { Operation } from '../catalog/operation.ts';
import type { Given } from './given.ts';
import { invalid } from './refusal.ts';

/**
 * The fields the embedded platform understands in bodies that the contract does not show: the likely names of one
 * thing. The first of each list is the one that a refusal suggests. Operations that work on a text find it under any
 * name and refuse by themselves where there is none, so they are not listed here.
 */
const understood: Readonly<Record<string, readonly string[]>> = {
  'projects.update': ['name', 'domain', 'language', 'country', 'description'],
  'projects.create_goal': ['title', 'name', 'goal', 'description', 'text', 'type', 'metric', 'target', 'target_value', 'value', 'deadline', 'due_date', 'project_id'],
  'articles.generate_standalone': ['keyword', 'title', 'topic', 'prompt', 'subject', 'query', 'text'],
  'keywords.create': ['keyword', 'keywords', 'name', 'term', 'text', 'title', 'query'],
  'keywords.research': ['keywords', 'keyword', 'seeds', 'seed', 'seed_keywords', 'seed_keyword', 'terms', 'term', 'topics', 'topic', 'queries', 'query', 'q'],
  'keywords.explore': ['keyword', 'keywords', 'seed', 'seeds', 'seed_keyword', 'seed_keywords', 'term', 'terms', 'topic', 'query', 'q'],
  'storylines.update': ['status', 'structure', 'keyword'],
  'style_profiles.create': ['name', 'title', 'tone', 'voice', 'style', 'address', 'sentence_length', 'description', 'instructions', 'guidelines', 'rules', 'examples', 'samples', 'sample_text', 'text', 'content', 'traits', 'audience', 'language', 'formality', 'vocabulary'],
  'style_profiles.update': ['name', 'title', 'tone', 'voice', 'style', 'address', 'sentence_length', 'description', 'instructions', 'guidelines', 'rules', 'examples', 'samples', 'sample_text', 'text', 'content', 'traits', 'audience', 'language', 'formality', 'vocabulary'],
  'style_profiles.from_url': ['url', 'source_url', 'website', 'website_url', 'page_url', 'link', 'urls'],
  'knowledge_base.add_url': ['url', 'source_url', 'website', 'website_url', 'page_url', 'link', 'urls'],
  'link_lists.create': ['name', 'title', 'links', 'urls', 'url', 'items', 'entries', 'list', 'description'],
  'calendar.create': ['title', 'keyword', 'topic', 'name', 'date', 'scheduled_for', 'scheduled_at', 'scheduled_date', 'planned_at', 'publish_at', 'publish_date', 'due_date', 'status', 'type', 'notes', 'description', 'content', 'article_id', 'storyline_id'],
  'calendar.update': ['title', 'keyword', 'topic', 'name', 'date', 'scheduled_for', 'scheduled_at', 'scheduled_date', 'planned_at', 'publish_at', 'publish_date', 'due_date', 'status', 'type', 'notes', 'description', 'content', 'article_id', 'storyline_id'],
  'images.generate': ['prompt', 'description', 'text', 'title', 'subject', 'keyword', 'topic'],
  'images.edit': ['prompt', 'instruction', 'instructions', 'edit', 'edits', 'edit_prompt', 'request', 'description', 'text', 'message', 'operation', 'operations'],
  'tracking_keywords.update': ['keyword', 'keyword_group', 'tags', 'search_volume', 'cpc', 'difficulty', 'search_intent', 'language', 'country', 'source', 'is_active'],
  'prompts.update': ['prompt_text', 'prompt_category', 'persona_label', 'commercial_intent'],
  'site_monitor.create': ['url', 'domain'],
  'site_monitor.update': ['url', 'domain', 'name', 'interval', 'interval_minutes', 'check_interval', 'frequency', 'timeout', 'settings', 'regions', 'email', 'alert_email', 'notify', 'notifications', 'expected_status', 'keyword', 'is_active'],
  'autopilot.update': ['module', 'frequency', 'config', 'is_active'],
  'action_center.create_goal_profile': ['goal', 'goals', 'name', 'title', 'industry', 'template', 'target', 'targets', 'audience', 'horizon_months', 'priority', 'priorities', 'budget', 'description', 'project_id', 'tracking_project_id'],
  'action_center.update_goal_profile': ['goal', 'goals', 'name', 'title', 'industry', 'template', 'target', 'targets', 'audience', 'horizon_months', 'priority', 'priorities', 'budget', 'description', 'project_id', 'tracking_project_id'],
  'blog.create_category': ['name', 'title', 'label', 'slug'],
  'blog.update_category': ['name', 'title', 'label', 'slug', 'description', 'color', 'sort_order', 'is_active'],
  'blog.create_post': ['title', 'name', 'content', 'body', 'markdown', 'html', 'slug'],
  'blog.update_post': ['title', 'name', 'content', 'body', 'markdown', 'html', 'slug', 'excerpt', 'status', 'category_id', 'category', 'author', 'tags', 'language', 'published_at'],
  'os.set_mode': ['mode'],
  'os.create_file': ['name', 'title', 'filename', 'content', 'text', 'body', 'path', 'type', 'folder_id'],
  'os.update_file': ['name', 'title', 'filename', 'content', 'text', 'body', 'path', 'type', 'folder_id'],
  'os.move_file': ['folder_id', 'parent_id', 'target_folder_id', 'target_id', 'to', 'folder'],
  'os.create_folder': ['name', 'title', 'label'],
  'os.update_folder': ['name', 'title', 'label', 'color', 'icon', 'folder_id', 'parent_id'],
  'os.move_folder': ['folder_id', 'parent_id', 'target_folder_id', 'target_id', 'to', 'folder'],
  'review_sources.join_waitlist': ['platform', 'name', 'platform_name'],
  'incidents.report': ['title', 'description', 'message', 'text', 'summary', 'details', 'incident', 'subject', 'body', 'content', 'what_happened'],
};

/** The address alone says what to do; a body may add to it. */
export const understoodWithoutBody: ReadonlySet<string> = new Set([
  'articles.optimize', 'articles.repurpose', 'content_optimizer.apply', 'content_audits.mark_page', 'action_center.complete_todo',
  'action_center.snooze_todo', 'google.link_gsc_property', 'google.link_ga4_property', 'os.share_file', 'grounding.validate_checks', 'agency.reject',
]);

/** Preferences are whatever the caller calls them. */
const anyField: ReadonlySet<string> = new Set(['os.save_preferences']);

/** Whether the platform knows what to look for in the body of an open operation. */
export const hasUnderstoodFields = (name: string): boolean => Object.hasOwn(understood, name) || anyField.has(name);

/**
 * Refuses a body that says nothing the platform understands, with 422 and the fields it takes: such a body must not
 * come back as a success, and must draw nothing.
 */
export function demandUnderstood({ open, aliasOf, ...operation }: Operation, { everything, free }: Given): void {
  const name = aliasOf ?? operation.name;
  const said = Object.entries({ ...free, ...everything }).filter(([field, value]) => !operation.params.includes(field) && saysSomething(value));
  if (!open || (said.length > 0 && anyField.has(name))) return;
  const fields = anyField.has(name) ? [] : understood[name];
  if (!fields || said.some(([field]) => fields.includes(field))) return;
  const [first = 'body'] = fields;
  throw invalid({ [first]: [fields.length ? `One of these fields is required: ${fields.join(', ')}.` : 'At least one field is required.'] });
}

/** A null says that something is to be emptied. */
const saysSomething = (value: unknown): boolean =>
  value !== undefined && (typeof value !== 'string' || value.trim() !== '') && (!Array.isArray(value) || value.length > 0);
