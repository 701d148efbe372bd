/** Integers, or opaque strings in grounding and exports. */
export type Id = number | string;

/**
 * Numbered kinds of documents, each with its own range: projects from 1, articles from 1001, tracking projects from 2001, and
 * so on in this order. An id that is mistaken for one of another kind therefore identifies nothing. New kinds go to the end:
 * data files keep the ids of today's order.
 */
const idRanges = [
  'project',
  'article',
  'tracking_project',
  'tracking_prompt',
  'keyword',
  'storyline',
  'user',
  'ingest',
  'content_audit',
  'content_audit_page',
  'page_audit',
  'asset',
  'style_profile',
  'knowledge_document',
  'keyword_research',
  'competitor_analysis',
  'competitor_gap',
  'tracking_run',
  'tracking_keyword',
  'tracking_competitor',
  'tracking_share',
  'prompt_tag',
  'tag_dimension',
  'taxonomy_run',
  'prompt_check',
  'claim',
  'truth_source',
  'cited_source',
  'keyword_suggestion',
  'sitemap_page',
  'platform_diagnosis',
  'citation_experiment',
  'todo',
  'action_path',
  'ai_scan',
  'article_request',
  'autopilot',
  'autopilot_run',
  'bulk_generation',
  'calendar_entry',
  'content_optimization',
  'export',
  'goal',
  'humanize_batch',
  'humanize_document',
  'internal_link_run',
  'link_list',
  'link_suggestion',
  'optimization_run',
  'orphan_scan',
  'pipeline',
  'site_analysis',
  'agency_approval',
  'agentic_message',
  'agentic_session',
  'brand_voice',
  'blog_category',
  'blog_post',
  'feedback_attachment',
  'feedback_report',
  'incident',
  'invoice',
  'lead',
  'lead_activity',
  'location',
  'os_file',
  'os_folder',
  'promo_code',
  'promo_redemption',
  'search_console_upload',
  'team_invitation',
  'community_admin_log',
  'community_alert',
  'community_channel',
  'community_conversation',
  'community_member',
  'community_mention',
  'community_message',
  'community_plan',
  'community_scan',
  'forum_post',
  'forum_report',
  'forum_section',
  'forum_topic',
  'google_connection',
  'google_property',
  'grounding_check_validation',
  'review',
  'review_source',
  'signal_observation',
  'site_check',
  'site_incident',
  'site_lighthouse',
  'site_monitor',
] as const;

export type IdRange = (typeof idRanges)[number];

/** The `n`th id of a range, from 1. */
export const numbered = (range: IdRange, n: number): number => idRanges.indexOf(range) * 1000 + n;

/** A kind of document in the store, with the types of its body and of its ids. */
export interface Kind<T extends object, I extends Id = number> {
  readonly name: string;
  /** The range of its ids, which the store numbers. Absent if the ids are opaque texts, or those of the document's owner. */
  readonly range?: IdRange | undefined;
  /** Never set: it carries the body's type. */
  readonly body?: T | undefined;
  /** Never set: it carries the ids' type. */
  readonly id?: I | undefined;
}

/** A kind whose documents are numbered. Kinds that name the same range share one id space, as images and files do. */
export function kind<T extends object>(name: IdRange): Kind<T>;
export function kind<T extends object>(name: string, range: IdRange): Kind<T>;
export function kind(name: string, range = name as IdRange): Kind<object> {
  return { name, range };
}

/** A kind whose ids come with its documents: opaque texts, or the id of the team, user or project that has one such document. */
export const keyedKind = <T extends object, I extends Id = number>(name: string): Kind<T, I> => ({ name });

/** Only documents with opaque ids belong to documents with opaque ids. */
export type ParentId<I extends Id> = I extends string ? Id : number;

/** A stored document. The body may be changed in place and is written back by `save`. */
export interface Row<T extends object, I extends Id = number> {
  readonly kind: string;
  readonly id: I;
  readonly team: number;
  /** The document it belongs to, such as the project of an article. */
  readonly parent: ParentId<I> | null;
  /** Platform time, milliseconds. */
  readonly createdAt: number;
  /** When it went to the trash, or null. */
  deletedAt: number | null;
  body: T;
}

/** Sets the given fields of the document, except undefined ones, and returns it. */
export function change<T extends object, I extends Id>(row: Row<T, I>, fields: Changes<NoInfer<T>>): Row<T, I> {
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) Reflect.set(row.body, name, value);
  return row;
}

export type Changes<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** The id of the document that `row` belongs to, for kinds whose documents always belong to one. */
export function parentOf<I extends Id>({ kind, id, parent }: Row<object, I>): ParentId<I> {
  if (parent === null) throw new Error(`${kind} ${id} belongs to nothing`);
  return parent;
}
