import { kind, type Id, type Row } from '../kind.ts';
import { mustFail } from '../plan.ts';
import { days, iso } from '../platform-time.ts';
import type { World } from '../world.ts';

/** Document 3, "Grounding audit". */
export interface Audit {
  url: string;
  status: 'queued' | 'running' | 'completed' | 'failed';
  frameworks: string[];
  tracking_project_id: Id | null;
  seo_project_id: Id | null;
  started_at: string | null;
  completed_at: string | null;
  duration_ms: number | null;
  score: number | null;
  technical: number | null;
  content: number | null;
  findings: unknown[];
}

export const audits = kind<Audit>('grounding_audit');

export const everyFramework = ['v1.5', 'eeat', 'people-first'];

export const queued = (fields: Partial<Audit> & { url: string }): Audit => ({
  status: 'queued',
  frameworks: everyFramework,
  tracking_project_id: null,
  seo_project_id: null,
  started_at: null,
  completed_at: null,
  duration_ms: null,
  score: null,
  technical: null,
  content: null,
  findings: [],
  ...fields,
});

/** What is left of an audit until its 60th day does not show: after both ends it is 410 (document 3, "States"). */
const keptFor = 30 * days;

export const isExpired = ({ createdAt }: Row<Audit>, now: number): boolean => now >= createdAt + keptFor;

/** Fills in what an audit of this page finds. */
export function finishAudit({ body }: Row<Audit>, { invent }: World, at: number, took: number): 'failed' | void {
  body.started_at = iso(at - took);
  body.completed_at = iso(at);
  body.duration_ms = took;
  body.status = mustFail(body.url) ? 'failed' : 'completed';
  if (body.status === 'failed') return 'failed';
  const made = invent('grounding', body.url);
  body.technical = made.whole(10, 100);
  body.content = made.whole(10, 100);
  body.score = Math.round((body.technical + body.content) / 2);
  body.findings = Array.from({ length: made.whole(1, 4) }, (_, n) => {
    const [title, action] = made.pick(remarks);
    return {
      id: `f${n + 1}`,
      severity: made.pick(['critical', 'high', 'medium', 'low', 'info']),
      framework: made.pick([body.frameworks[0] ?? 'v1.5', ...body.frameworks]),
      title,
      description: `Invented finding for ${body.url}.`,
      fix: { type: 'content', action, details: {} },
      spec_url: null,
    };
  });
}

type Remark = readonly [title: string, action: string];

const remarks: readonly [Remark, ...Remark[]] = [
  ['No author is named', 'Name the author and link a profile'],
  ['Claims stand without a source', 'Link the source beside each figure'],
  ['The answer comes late', 'Answer the question in the first paragraph'],
  ['No date of the last change', 'State when the page was last reviewed'],
];

/** The upper ends of document 3's score table. */
const tiers = [
  { name: 'not-grounded', threshold_min: 0, threshold_max: 25 },
  { name: 'weak', threshold_min: 26, threshold_max: 50 },
  { name: 'partial', threshold_min: 51, threshold_max: 75 },
  { name: 'grounded', threshold_min: 76, threshold_max: 100 },
];

export function showAudit({ id, createdAt, body }: Row<Audit>) {
  const { technical, content, score, ...rest } = body;
  return {
    audit_id: id,
    ...rest,
    score,
    technical_score: technical,
    content_score: content,
    tier: tiers.find(({ threshold_max }) => score !== null && score <= threshold_max) ?? null,
    raw_text: score === null ? null : `# Grounding of ${body.url}\n\nScore ${score} of 100.\n`,
    credits_used: 1,
    created_at: iso(createdAt),
    expires_at: iso(createdAt + keptFor),
    ui_url: `/grounding/audits/${id}`,
  };
}
