import { firstText, anyText } from '../shared/open-body.ts';
import { implement } from '../../engine/implement.ts';
import type { Invent } from '../../invention/invention.ts';
import { kind, type Row } from '../../engine/documents.ts';
import { after, failed, plan, shouldFail, type Running } from '../../engine/plan.ts';
import { iso } from '../../engine/platform-time.ts';
import { insufficientCreditsCoded, invalid, refuse } from '../../engine/http/refusal.ts';
import { slices } from '../../engine/http/reply.ts';
import { relatedTerms } from '../../invention/terms.ts';

interface Optimization {
  status: 'queued' | 'analyzing' | 'completed' | 'applying' | 'applied' | 'failed';
  keyword: string | null;
  subject: string;
  score: number | null;
  suggestions: { term: string; used: number; wanted: number }[];
  applied_at: string | null;
}

const optimizations = kind<Optimization>('content_optimization');

const show = ({ id, createdAt, body }: Row<Optimization>) => ({
  id,
  optimization_id: id,
  ...body,
  created_at: iso(createdAt),
});

const analyzePlan = plan('content_optimizer.analyze', optimizations, after(10, 'analyzing'), after(40, analyze));

const applyPlan = plan('content_optimizer.apply', optimizations, after(40, apply));

/** Rules: docs/platform/content.md#content-optimizer. */
export const contentOptimizerFamily = implement('content_optimizer', {
  operations: {
    list: ({ store, caller }) => slices(store.all(optimizations, { team: caller.team }), show),
    get: (call) => show(call.own(optimizations, call.input.id)),
    analyze: (call) => {
      const subject = anyText(call.openBody, 'url', 'content', 'text', 'keyword');
      if (subject === undefined) throw invalid({ url: ['The url field is required.'] });
      const { id } = call.add(optimizations, newOptimization(subject, firstText(call.openBody, 'keyword') ?? null));
      call.start(analyzePlan, id);
      return { message: 'The analysis has started.', id, optimization_id: id };
    },
    apply: (call) => {
      const row = call.own(optimizations, call.input.id);
      if (!['completed', 'applying', 'applied'].includes(row.body.status))
        throw refuse(409, 'Only a completed optimization can be applied.');
      row.body.status = 'applying';
      call.start(applyPlan, row.id);
      return { message: 'The suggestions are being applied.', id: row.id, optimization_id: row.id };
    },
    delete: (call) => {
      const row = call.own(optimizations, call.input.id);
      row.deletedAt = call.now();
    },
  },

  shortage: insufficientCreditsCoded,

  seed: ({ add, invent }) => {
    const body = newOptimization('https://fjordkiste.example/packing', 'camping box');
    finish(body, invent);
    add(optimizations, body, { team: 1 });
  },
});

const newOptimization = (subject: string, keyword: string | null): Optimization => ({
  status: 'queued',
  keyword,
  subject,
  score: null,
  suggestions: [],
  applied_at: null,
});

function finish(body: Optimization, invent: Invent): void {
  const random = invent('optimization', body.subject);
  body.score = random.whole(20, 75);
  body.suggestions = relatedTerms(random, body.keyword ?? 'topic', 6).map((term) => ({
    term,
    used: random.whole(0, 2),
    wanted: random.whole(3, 8),
  }));
  body.status = 'completed';
}

function analyze(row: Row<Optimization>, { world }: Running): 'failed' | void {
  const { keyword, subject } = row.body;
  return shouldFail(keyword, subject) ? failed(row, { status: 'failed' }) : finish(row.body, world.invent);
}

function apply({ body }: Row<Optimization>, { at }: Running): void {
  body.suggestions = body.suggestions.map((one) => ({ ...one, used: one.wanted }));
  body.score = Math.min(100, (body.score ?? 0) + 20);
  body.applied_at = iso(at);
  body.status = 'applied';
}
