import type { Arguments } from '../../src/catalog/vocabulary/index.ts';
import type { OperationName } from '../../src/catalog/operation-types.ts';

export interface Step {
  readonly name: OperationName;
  readonly given?: Arguments | undefined;
  readonly token?: string | undefined;
  /** Seconds to wait for its job. Absent: until it ends. */
  readonly wait_s?: number | undefined;
}

export interface Scene {
  /** What has to be there first: each step is an example itself, with these arguments in place of its own. */
  readonly before: readonly Step[];
  /** The names that the last step gave to what it made, where they cannot be known beforehand. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly made?: (answer: any) => Arguments;
  readonly token?: string;
  /** In place of the example's own arguments. */
  readonly given?: Arguments;
}

const after = (name: OperationName, made?: Scene['made']): Scene => ({
  before: [{ name }],
  ...(made ? { made } : {}),
});

const invited: Step = { name: 'tracking_shares.create' };
const asGuest = 'sandbox-guest';

/** Every other example works in a new sandbox at once. */
export const scenes: Readonly<Partial<Record<OperationName, Scene>>> = {
  'projects.delete_goal': after('projects.create_goal'),
  'keywords.research_status': after('keywords.ai_research'),
  'keywords.research_results': after('keywords.ai_research'),
  'knowledge_base.site_analysis': after('knowledge_base.analyze_site'),
  'orphan_scans.start': after('orphan_scans.discover', ({ id }) => ({ id })),
  'images.delete_forever': after('images.delete'),
  'images.export_status': after('images.bulk_export', ({ job_id }) => ({ job_id })),
  'images.update_share': after('images.share'),
  'files.delete_forever': after('files.delete'),
  'files.export_status': after('files.bulk_export', ({ job_id }) => ({ job_id })),
  'files.update_share': after('files.share'),
  'tracking.activate': after('tracking.analyze', ({ project_id }) => ({ id: project_id })),
  'tracking.resume': after('tracking.pause'),
  'ingest.get': after('ingest.start', ({ ingest_id, id }) => ({ id: ingest_id ?? id })),
  'article_requests.withdraw': after('article_requests.create'),
  'tracking_shares.revoke': after('tracking_shares.create'),
  'tracking_shares.accept': { before: [invited], token: asGuest },
  'tracking_shares.decline': { before: [invited], token: asGuest },
  'tracking_shares.leave': { before: [invited, { name: 'tracking_shares.accept', token: asGuest }], token: asGuest },
  'prompt_tags.delete_dimension': after('prompt_tags.create_dimension', ({ data, id }) => ({ id: data?.id ?? id })),
  'prompt_tags.taxonomy_run': after('prompt_tags.apply_single_tag', ({ id }) => ({ runId: id })),
  'accuracy.backfill': {
    before: [
      { name: 'tracking.analyze' },
      { name: 'tracking.activate', given: { id: 2003 } },
      { name: 'tracking.run', given: { id: 2003 } },
    ],
    given: { id: 2003 },
  },
  'reality_check.report_status': after('reality_check.generate_report'),
  'agentic_chat.session': after('agentic_chat.chat'),
  'agentic_chat.answer_question': {
    before: [{ name: 'agentic_chat.chat', given: { message: 'Ask me something first' } }],
  },
  'agentic_chat.abort': {
    before: [{ name: 'agentic_chat.chat', given: { message: 'Do it in the background' }, wait_s: 0 }],
  },
  'agentic_chat.feedback': after('agentic_chat.chat', ({ message_id }) => ({ message_id })),
  'pipelines.retry': {
    before: [{ name: 'pipelines.create', given: { stages: ['fail'] } }, { name: 'pipelines.list' }],
    made: ({ data }) => ({ id: data.find(({ status }: { status: string }) => status === 'failed').id }),
  },
  'review_sources.push_review': after('review_sources.register', (answer) => {
    const { slug, service_key } = answer.data ?? answer;
    return { source: slug, service_key };
  }),
  'billing.upgrade_by_invoice': after('billing.update_profile'),
  'grounding.batch_status': after('grounding.batch', ({ batch_id }) => ({ id: batch_id })),
  'grounding.batch_results': after('grounding.batch', ({ batch_id }) => ({ id: batch_id })),
  'grounding.check_validation': after('grounding.validate_checks'),
  'deep_insights.export_pdf': after('deep_insights.refresh'),
  'deep_insights.export_zip': after('deep_insights.refresh'),
  'citation_causality.audit_results': after('citation_causality.audit_pages', ({ audit_id }) => ({
    auditId: audit_id,
  })),
  'citation_causality.sandbox_run': after('citation_causality.start_sandbox_run', ({ run_id }) => ({ runId: run_id })),
  'citation_causality.promote_sandbox_run': after('citation_causality.start_sandbox_run'),
  'projects.list_goals': after('projects.create_goal'),
  'keywords.expansions': after('keywords.expand'),
  'keywords.list_researches': after('keywords.ai_research'),
  'knowledge_base.site_analyses': after('knowledge_base.analyze_site'),
  'images.trash': after('images.delete'),
  'files.trash': after('files.delete'),
  'article_requests.list': after('article_requests.create'),
  'tracking_shares.list': after('tracking_shares.create'),
  'prompt_check.list': after('prompt_check.start'),
  'grounding.list_check_validations': after('grounding.validate_checks'),
  'citation_causality.sandbox_runs': after('citation_causality.start_sandbox_run'),
  'leads.activities': after('leads.add_note'),
  'site_monitor.incidents': {
    before: [
      { name: 'site_monitor.create', given: { url: 'https://nothing.invalid' } },
      { name: 'site_monitor.check_now', given: { id: 93002 } },
    ],
    given: { id: 93002 },
  },
  'tracking_shares.shared_with_me': { before: [invited], token: asGuest },
  'knowledge_base.search': { before: [], given: { q: 'box' } },
};
