import type { OperationName } from '../../catalog/operation-types.ts';

/** Bulk operations: they do to many things what another operation does to one. */
export const bulkOperations: Readonly<Partial<Record<OperationName, OperationName>>> = {
  'keywords.create': 'keywords.import_csv',
  'images.delete': 'images.bulk_delete',
  'images.restore': 'images.bulk_restore',
  'files.delete': 'files.bulk_delete',
  'files.restore': 'files.bulk_restore',
  'prompts.create': 'prompts.import',
  'prompts.delete': 'prompts.extract',
  'prompts.monitor': 'prompts.bulk_monitor',
  'prompts.classify_persona': 'prompts.bulk_classify_persona',
  'prompts.classify_intent': 'prompts.bulk_classify_intent',
  'prompt_tags.assign': 'prompt_tags.bulk_tag',
  'prompt_tags.unassign': 'prompt_tags.bulk_tag',
  'content_audits.mark_page': 'content_audits.mark_pages',
  'articles.generate': 'bulk_generations.create',
  'grounding.analyze': 'grounding.batch',
  'citation_causality.audit_page': 'citation_causality.audit_pages',
};
