import { demandOwn, existing, type Call } from '../../../engine/handler-call.ts';
import { expectCallback, callbackDeliveries, sendCallback } from './callback.ts';
import {
  audits,
  everyFramework,
  finishAudit,
  isExpired,
  newAudit,
  showAudit,
  type Audit,
  type Framework,
} from './audit.ts';
import { listAudits } from './audit-list.ts';
import { batches, batchPlan, etaOf, results, resultsAddress, showBatch, summary, type Batch } from './batch.ts';
import { readSitemap, type SitemapPage } from './read-sitemap.ts';
import { implement, type CallOf } from '../../../engine/implement.ts';
import { change, kind, type Id, type Row } from '../../../engine/documents.ts';
import { opaqueId } from '../../shared/opaque-id.ts';
import { after, plan, type Running } from '../../../engine/plan.ts';
import { iso, seconds } from '../../../engine/platform-time.ts';
import { coded, insufficientCreditsCoded } from '../../../engine/http/refusal.ts';
import { trackingProjects } from '../../tracking/brand/kinds.ts';
import { projects } from '../../content/projects.ts';

const observations = kind<{ signal: string; state: 'observed' | 'promoted' | 'rejected' }>('signal_observation');

interface CheckValidation {
  status: 'queued' | 'running' | 'completed';
  results: { check: string; lift: number; pages: number }[];
}

const checkValidations = kind<CheckValidation>('grounding_check_validation');

const showValidation = ({ id, body }: Row<CheckValidation>) => ({ id, ...body });

/** Seconds of a single audit. */
const auditTakes = 15;

const analyzePlan = plan(
  'grounding.analyze',
  audits,
  after(auditTakes, (row, { world, at }) => finishAudit(row, world, at, auditTakes * seconds)),
);

const sitemapPlan = plan('grounding.sitemap', batches, after(5, parse));

const validationPlan = plan('grounding.validate', checkValidations, after(10, 'running'), after(50, weighChecks));

/** Rules: docs/platform/grounding.md#audits. */
export const groundingFamily = implement('grounding', {
  operations: {
    analyze: (call) => {
      const id = opaqueId(call, 'aud');
      call.add(audits, newAudit({ url: call.input.url, frameworks: frameworksIn(call), ...attachedProjects(call) }), {
        id,
      });
      call.start(analyzePlan, id);
      return { audit_id: id, status: 'queued', estimated_seconds: auditTakes };
    },
    audit: (call) => {
      const row = call.own(audits, call.input.id, { code: 'audit_not_found' });
      if (isExpired(row, call.now()))
        throw coded(410, 'audit_expired', 'The audit was kept for 30 days and has expired.');
      return showAudit(row);
    },
    audits: listAudits,
    assign_project: (call) => {
      const project = call.input.seo_project_id;
      const requestedIds = call.input.audit_ids;
      attachedProjects(call);
      const matching = requestedIds.flatMap((id) => auditOf(call, String(id)));
      const free = matching.filter(({ body }) => body.seo_project_id === null);
      for (const row of free) {
        row.body.seo_project_id = project;
      }
      const matchedIds = new Set(matching.map(({ id }) => id));
      return {
        seo_project_id: project,
        requested: requestedIds.length,
        assigned: free.length,
        not_found: requestedIds.filter((id) => !matchedIds.has(String(id))),
      };
    },
    batch: (call) => {
      const row = addBatch(call, { urls: [...call.input.urls], source: 'urls' });
      call.costs(row.body.urls.length);
      call.start(batchPlan, row.id);
      return { ...startAnswer(call, row), url_count: row.body.urls.length, eta_seconds: etaOf(row.body) };
    },
    batch_status: (call) => showBatch(call, batchOf(call)),
    batch_results: (call) => results(call, batchOf(call).id),
    sitemap_audit: {
      prepare: async ({ input, invent }) => {
        const pages = await readSitemap(input.sitemap_url, invent);
        return (call) => {
          const row = addBatch(call, { urls: [], source: 'sitemap' });
          const urls = selectUrls(call, pages);
          // The pages are counted only when the job has parsed the sitemap; the balance must already cover them.
          call.costs(urls.length);
          call.start(sitemapPlan, row.id, { urls });
          return { ...startAnswer(call, row), url_count: 0 };
        };
      },
    },
    list_check_validations: ({ store, caller }) =>
      store.all(checkValidations, { team: caller.team }).map(showValidation),
    validate_checks: (call) => {
      const row = call.add(checkValidations, { status: 'queued', results: [] });
      call.start(validationPlan, row.id);
      return showValidation(row);
    },
    check_validation: (call) => showValidation(call.own(checkValidations, call.input.id)),
    promote_signal: (call) => judge(call, 'promoted'),
    reject_signal: (call) => judge(call, 'rejected'),
  },

  deliveries: callbackDeliveries,
  shortage: insufficientCreditsCoded,

  codes: ({ field, problem }) => {
    if (field === 'frameworks') return 'invalid_framework';
    if (field === 'urls' && problem === 'too_big') return 'too_many_urls';
    return ['url', 'urls', 'sitemap_url'].includes(field) ? 'invalid_url' : undefined;
  },

  seed: (world) => {
    const seeds: readonly [string, string, number | null][] = [
      ['aud_sample1', 'https://fjordkiste.example/packing', 1],
      ['aud_sample2', 'https://moosgarten.example/moss', null],
    ];
    for (const [id, url, seo_project_id] of seeds) {
      const row = world.add(audits, newAudit({ url, seo_project_id }), { team: 1, id });
      finishAudit(row, world, world.now(), auditTakes * seconds);
    }
    for (const signal of ['table_of_contents', 'named_expert', 'price_table']) {
      world.add(observations, { signal, state: 'observed' }, { team: 3 });
    }
  },
});

const auditOf = ({ store, caller }: Call, id: string): Row<Audit, string>[] => {
  const row = store.get(audits, id);
  return row?.team === caller.team ? [row] : [];
};

const frameworksIn = ({ input }: Call<{ readonly frameworks?: Framework[] | undefined }>): Framework[] =>
  input.frameworks ?? everyFramework;

interface Attachment {
  readonly seo_project_id?: Id | undefined;
  readonly tracking_project_id?: Id | undefined;
}

type BatchCall = CallOf<'grounding.batch'> | CallOf<'grounding.sitemap_audit'>;

/**
 * The named projects, which must be the team's own (docs/platform/grounding.md#projects-of-audits: a foreign one is 422,
 * nothing started and nothing charged).
 */
function attachedProjects(call: Call<Attachment>) {
  const { seo_project_id = null, tracking_project_id = null } = call.input;
  const foreign = 'The tracking project is not one of your team.';
  return {
    seo_project_id: demandOwn(call, projects, seo_project_id, 'seo_project_id', 'The project is not one of your team.'),
    tracking_project_id: demandOwn(call, trackingProjects, tracking_project_id, 'tracking_project_id', foreign),
  };
}

function addBatch(call: BatchCall, from: Pick<Batch, 'urls' | 'source'>): Row<Batch, string> {
  const body: Batch = {
    ...from,
    frameworks: frameworksIn(call),
    concurrency: call.input.concurrency ?? 5,
    status: 'queued',
    failed: 0,
    done: [],
    ...attachedProjects(call),
    completed_at: null,
  };
  return call.add(batches, body, { id: opaqueId(call, 'bat') });
}

/** The only answer that shows the secret of a batch. */
function startAnswer(call: BatchCall, { id, team, body }: Row<Batch, string>) {
  const url = call.input.callback_url;
  const callback_secret = `whsec_${call.invent('secret', id).token(32)}`;
  if (url !== undefined) expectCallback(call, team, id, url, callback_secret);
  return {
    batch_id: id,
    seo_project_id: body.seo_project_id,
    callback_secret,
    results_url: resultsAddress(call.address, id),
  };
}

const batchOf = (call: Call<{ readonly id: Id }>): Row<Batch, string> =>
  call.own(batches, call.input.id, { code: 'batch_not_found' });

function selectUrls({ input: { filter } }: CallOf<'grounding.sitemap_audit'>, pages: readonly SitemapPage[]): string[] {
  return pages
    .filter(
      ({ url, priority }) =>
        new URL(url).pathname.includes(filter.path_contains ?? '') && priority >= (filter.priority_min ?? 0),
    )
    .map(({ url }) => url)
    .slice(0, filter.limit ?? 500);
}

function judge(call: Call<{ readonly id: Id }>, state: 'promoted' | 'rejected') {
  const { id, body } = change(existing(call, observations, call.input.id), { state });
  return { id, ...body };
}

/** Parsing ends one job, which draws the credits, and starts the other. */
function parse(
  row: Row<Batch, string>,
  { world, team, at, input: { urls } }: Running<{ readonly urls: string[] }>,
): void {
  const { length } = urls;
  Object.assign(row.body, { urls, status: length ? 'running' : 'completed', completed_at: length ? null : iso(at) });
  if (length === 0) sendCallback(world, row.id, summary(world, row));
  else world.jobs.start({ plan: batchPlan, team, subject: row.id, at });
}

const checks = ['author_named', 'sources_linked', 'answer_first', 'date_shown', 'structured_markup', 'plain_headings'];

/** Weighs each check against citations; the strongest lift first (docs/platform/grounding.md#check-validations). */
function weighChecks(row: Row<CheckValidation>, { world: { invent } }: Running): void {
  const results = checks.map((check) => ({
    check,
    lift: invent('lift', row.id, check).whole(-20, 180) / 100,
    pages: invent('pages', check).whole(40, 400),
  }));
  change(row, { results: results.toSorted((a, b) => b.lift - a.lift), status: 'completed' });
}
