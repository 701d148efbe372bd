import { matches } from '../../shared/matches.ts';
import { Buffer } from 'node:buffer';
import { demandOwn, existing, type Call } from '../../../engine/handler-call.ts';
import { auditPlan, audits, refreshPlan, newAudit, detail, finish, showAudit, type Audit } from './audit.ts';
import { compare, previous } from './compare.ts';
import { fits, inOrder, pages, showPage, type Page } from './page.ts';
import { implement } from '../../../engine/implement.ts';
import { numbered, type Id, type Row } from '../../../engine/documents.ts';
import { days } from '../../../engine/platform-time.ts';
import { refuse } from '../../../engine/http/refusal.ts';
import { Binary, page, slices, toCsv } from '../../../engine/http/reply.ts';
import { trackingProjects } from '../../tracking/brand/kinds.ts';

/** Rules: docs/platform/audits.md#content-audits. */
export const contentAuditFamily = implement('content_audits', {
  operations: {
    list: ({ store, caller, input }) => {
      const fields = ['tracking_project_id', 'source_url', 'status', 'type'] as const;
      const matching = store.all(audits, { team: caller.team }).filter(({ body }) => matches(input, body, ...fields));
      return slices(matching, showAudit);
    },
    create: (call) => {
      const { input, caller } = call;
      const missing = 'There is no such tracking project in your team.';
      const tracking = demandOwn(call, trackingProjects, input.tracking_project_id, 'tracking_project_id', missing);
      const type = input.type === 'quick' ? 'quick' : 'full';
      const row = call.add(
        audits,
        newAudit({ source_url: input.source_url, type, tracking_project_id: tracking, user_id: caller.user }),
      );
      call.start(auditPlan, row.id);
      return showAudit(row);
    },
    get: (call) => detail(call, call.own(audits, call.input.id)),
    export: (call) => {
      const row = completed(call.own(audits, call.input.id));
      const columns = ['url', 'title', 'seo_score', 'content_quality_score', 'word_count', 'priority', 'is_solved'];
      const rows = inOrder(call.store.all(pages, { parent: row.id }), {}).map(({ body }) => body);
      return new Binary('text/csv', `content-audit-${row.id}.csv`, Buffer.from(toCsv(columns, rows)));
    },
    pages: (call) => {
      const { input, store } = call;
      const all = store.all(pages, { parent: call.own(audits, call.input.id).id });
      const solved = all.filter(({ body }) => body.is_solved).length;
      const matching = inOrder(all.filter(fits(input)), input);
      return {
        progress: {
          total: all.length,
          solved,
          open: all.length - solved,
          percent: all.length ? Math.round((1000 * solved) / all.length) / 10 : 0,
        },
        pages: page(slices(matching, showPage), { page: input.page ?? 1, perPage: input.per_page ?? 50 }),
      };
    },
    compare: (call) => {
      const current = call.own(audits, call.input.id);
      return compare(
        call,
        current,
        call.input.against === undefined ? previous(call, current) : baseline(call, call.input.against),
      );
    },
    mark_pages: (call) => {
      const { id } = call.own(audits, call.input.id);
      const { filter } = call.input;
      const matching = call.store.all(pages, { parent: id }).filter(fits(filter));
      for (const row of matching) mark(row, call.input.is_solved === true);
      return {
        data: { affected: matching.length, is_solved: call.input.is_solved === true },
        meta: { applied_filter: filter },
      };
    },
    page: (call) => showPage(call.own(pages, call.input.id)),
    mark_page: (call) => showPage(mark(call.own(pages, call.input.id), call.input.is_solved !== false)),
    refresh_page: (call) => {
      const row = call.own(pages, call.input.id);
      const audit = row.parent === null ? undefined : call.store.get(audits, row.parent);
      if (audit?.body.status !== 'completed') throw refuse(422, 'The audit of this page is not completed.');
      row.body.status = 'pending';
      call.start(refreshPlan, row.id);
      return { page_id: row.id, status: 'queued' };
    },
  },

  seed: (world) => {
    for (const [team, source_url, ago] of [
      [1, 'https://fjordkiste.example', 14],
      [1, 'https://fjordkiste.example', 7],
      [2, 'https://gasthof-linde.example', 3],
    ] as const) {
      const at = world.now() - ago * days;
      const user_id = numbered('user', team === 1 ? 1 : 3);
      const row = world.add(audits, newAudit({ source_url, type: 'quick', tracking_project_id: null, user_id }), {
        team,
        at,
      });
      finish(world, row, at);
    }
  },
});

function completed(row: Row<Audit>): Row<Audit> {
  if (row.body.status !== 'completed') throw refuse(409, 'The audit is not completed.');
  return row;
}

function baseline(call: Call, against: Id): Row<Audit> {
  demandOwn(call, audits, against, 'against', 'There is no such audit in your team.');
  return existing(call, audits, against);
}

function mark(row: Row<Page>, solved: boolean): Row<Page> {
  row.body.is_solved = solved;
  return row;
}
