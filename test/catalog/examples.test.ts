import { describe, expect, test } from 'vitest';
import { allOperations, operationNamed } from '../../src/catalog/index.ts';
import type { Arguments } from '../../src/catalog/operation.ts';
import type { OperationName } from '../../src/catalog/operation-types.ts';
import { encode } from '../../src/client/call/encode.ts';
import { exampleArguments } from '../../src/tools/schema/example.ts';
import { visit, type Visit } from '../sandbox/visit.ts';

interface Step {
  readonly name: OperationName;
  readonly given?: Arguments;
  readonly token?: string;
}

interface Scene {
  /** What has to be there first: each step is an example itself, with these arguments in place of its own. */
  readonly before: readonly Step[];
  /** The names that the last step gave to what it made, where they cannot be known beforehand. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly made?: (answer: any) => Arguments;
  readonly token?: string;
}

const after = (name: OperationName, made?: Scene['made']): Scene => ({
  before: [{ name }],
  ...(made ? { made } : {}),
});

const invited: Step = { name: 'tracking_shares.create' };
const asGuest = 'sandbox-guest';

/** Every other example works in a new sandbox at once. */
const scenes: Readonly<Partial<Record<OperationName, Scene>>> = {
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
  'reality_check.report_status': after('reality_check.generate_report'),
  'agentic_chat.session': after('agentic_chat.chat'),
  'agentic_chat.answer_question': {
    before: [{ name: 'agentic_chat.chat', given: { message: 'Ask me something first' } }],
  },
  'agentic_chat.abort': {
    before: [{ name: 'agentic_chat.chat', given: { message: 'Do it in the background' } }],
  },
  'agentic_chat.feedback': after('agentic_chat.chat', ({ message_id }) => ({ message_id })),
  'pipelines.retry': {
    before: [{ name: 'pipelines.create', given: { stages: ['fail'] } }],
    made: ({ data, id }) => ({ id: data?.id ?? id }),
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
};

async function send({ url }: Visit, { name, given = {}, token }: Step) {
  const operation = operationNamed(name);
  const request = await encode(operation, { ...exampleArguments(operation), ...given });
  const response = await fetch(url + request.target, {
    method: request.method,
    ...(request.body === undefined ? {} : { body: request.body as string }),
    headers: {
      authorization: `Bearer ${token ?? (operation.audience.who === 'admin' ? 'sandbox-admin' : 'sandbox-owner')}`,
      ...(request.contentType === undefined ? {} : { 'content-type': request.contentType }),
      ...request.headers,
    },
  });
  return { status: response.status, text: await response.text() };
}

const examples = allOperations().filter(({ aliasOf }) => aliasOf === undefined);

describe('the example of each operation is a call that the embedded platform accepts', () => {
  test.each(examples.map(({ name }) => [name as OperationName]))('%s', async (name) => {
    const { before, made, token } = scenes[name] ?? { before: [] };
    const platform = await visit({ balance: 5_000 });
    let given: Arguments = {};
    for (const step of before) {
      const { status, text } = await send(platform, step);
      expect(status, `${step.name}: ${text}`).toBeLessThan(300);
      given = made?.(JSON.parse(text)) ?? {};
      if (name !== 'agentic_chat.abort') platform.clock.pass(3_600);
    }
    const { status, text } = await send(platform, { name, given, ...(token === undefined ? {} : { token }) });
    // Document 3, "Citation causality": promoting answers 501, whatever is sent.
    if (name === 'citation_causality.promote_sandbox_run') expect(status).toBe(501);
    else expect(status, text).toBeLessThan(300);
  });
});

test('almost all examples need nothing to be made first', () => {
  expect(Object.keys(scenes).length).toBeLessThanOrEqual(40);
});
