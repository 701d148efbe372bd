import { sendCallback, showCallback } from './callback.ts';
import { keyedKind, type Row } from '../../../engine/documents.ts';
import { opaqueId } from '../../shared/opaque-id.ts';
import { after, planFor } from '../../../engine/plan.ts';
import { iso, seconds } from '../../../engine/platform-time.ts';
import { Lines } from '../../../engine/http/reply.ts';
import type { World } from '../../../engine/world.ts';
import { audits, finishAudit, newAudit, showAudit, type Framework } from './audit.ts';

/** Many audits at once, `concurrency` at a time. */
export interface Batch {
  urls: string[];
  frameworks: Framework[];
  concurrency: number;
  source: 'urls' | 'sitemap';
  status: 'queued' | 'running' | 'completed' | 'failed';
  failed: number;
  /** Audits made so far, in the order they were finished. */
  done: string[];
  tracking_project_id: number | null;
  seo_project_id: number | null;
  completed_at: string | null;
}

export const batches = keyedKind<Batch, string>('grounding_batch');

/** Seconds an audit takes. */
const auditTakes = 5;

export const etaOf = ({ urls, done, concurrency }: Batch): number =>
  Math.ceil((urls.length - done.length) / concurrency) * auditTakes;

export const showBatch = (world: World, { id, createdAt, body }: Row<Batch, string>) => ({
  batch_id: id,
  seo_project_id: body.seo_project_id,
  status: body.status,
  source: body.source,
  completed: body.done.length - body.failed,
  failed: body.failed,
  total: body.urls.length,
  concurrency: body.concurrency,
  eta_seconds: etaOf(body),
  results_url: resultsAddress(world.address, id),
  callback: showCallback(world, id),
  started_at: iso(createdAt),
  completed_at: body.completed_at,
});

export const resultsAddress = (address: World['address'], id: string): string =>
  address(`/api/v1/grounding/batches/${id}/results.ndjson`);

/**
 * Finished rows, and the others as they finish: the answer stays open while the batch runs
 * (docs/platform/grounding.md#batches).
 */
export function results({ store, jobs }: World, id: string) {
  let sent = 0;
  return new Lines(() => {
    const batch = store.get(batches, id);
    const unsent = batch?.body.done.slice(sent) ?? [];
    sent += unsent.length;
    const rows = unsent.flatMap((audit) => store.get(audits, audit) ?? []).map(showAudit);
    return { rows, next: batch && batch.body.completed_at === null ? (jobs.nextDue(id) ?? null) : null };
  });
}

/** Audits the addresses in rounds; the batch fails only if nothing succeeded. */
export const batchPlan = planFor('grounding.batch', batches, ({ body: { urls, concurrency } }) =>
  Array.from({ length: Math.ceil(urls.length / concurrency) }, (_, round) =>
    after<Batch, string>(auditTakes, (row, { world, at }) => {
      const { body } = row;
      body.status = 'running';
      for (const url of urls.slice(round * concurrency, (round + 1) * concurrency)) auditOne(world, row, url, at);
      if (body.done.length < urls.length) return;
      body.completed_at = iso(at);
      body.status = body.failed === urls.length ? 'failed' : 'completed';
      sendCallback(world, row.id, summary(world, row));
      if (body.status === 'failed') return 'failed';
    }),
  ),
);

/** Content of a callback. The contract does not show it; here it is the batch as at its own address, with the audits. */
export const summary = (world: World, row: Row<Batch, string>) => ({
  ...showBatch(world, row),
  results: row.body.done.flatMap((audit) => world.store.get(audits, audit) ?? []).map(showAudit),
});

function auditOne(world: World, { id, team, body }: Row<Batch, string>, url: string, at: number): void {
  const { frameworks, tracking_project_id, seo_project_id } = body;
  const row = world.add(audits, newAudit({ url, frameworks, tracking_project_id, seo_project_id }), {
    team,
    parent: id,
    id: opaqueId(world, 'aud'),
    at,
  });
  if (finishAudit(row, world, at, auditTakes * seconds) === 'failed') body.failed += 1;
  body.done.push(row.id);
}
