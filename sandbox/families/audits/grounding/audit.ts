import type { Stored } from '../../../engine/implement.ts';
import { keyedKind, type Row } from '../../../engine/documents.ts';
import { shouldFail } from '../../../engine/plan.ts';
import { days, iso } from '../../../engine/platform-time.ts';
import type { World } from '../../../engine/world.ts';

/** Fields that are computed when the audit is read. */
type Derived = 'audit_id' | 'tier' | 'raw_text' | 'credits_used' | 'expires_at' | 'ui_url';

/** Rules: docs/platform/grounding.md#audits. */
export type Audit = Stored<'grounding.audit', Derived | 'url'> & {
  url: string;
  tracking_project_id: number | null;
  seo_project_id: number | null;
};

export type Framework = Audit['frameworks'][number];

export const audits = keyedKind<Audit, string>('grounding_audit');

export const everyFramework: Framework[] = ['v1.5', 'eeat', 'people-first'];

export const newAudit = (fields: Partial<Audit> & { url: string }): Audit => ({
  status: 'queued',
  frameworks: everyFramework,
  tracking_project_id: null,
  seo_project_id: null,
  started_at: null,
  completed_at: null,
  duration_ms: null,
  score: null,
  technical_score: null,
  content_score: null,
  findings: [],
  ...fields,
});

/**
 * The rest of an audit until its 60th day is hidden: after both dates it is 410 (docs/platform/grounding.md#expiry).
 */
const keptFor = 30 * days;

export const isExpired = ({ createdAt }: Row<Audit, string>, now: number): boolean => now >= createdAt + keptFor;

/** Fills in the findings of an audit of this page. */
export function finishAudit(
  { body }: Row<Audit, string>,
  { invent }: World,
  at: number,
  took: number,
): 'failed' | void {
  body.started_at = iso(at - took);
  body.completed_at = iso(at);
  body.duration_ms = took;
  body.status = shouldFail(body.url) ? 'failed' : 'completed';
  if (body.status === 'failed') return 'failed';
  const random = invent('grounding', body.url);
  const findings = remarks.filter(([, framework]) => body.frameworks.includes(framework) && random.chance(0.4));
  const remainingPoints = (scored: 'technical' | 'content') =>
    Math.max(
      0,
      findings.reduce(
        (score, [severity, , dimension]) => (dimension === scored ? score - penalties[severity] : score),
        random.whole(94, 100),
      ),
    );
  body.technical_score = remainingPoints('technical');
  body.content_score = remainingPoints('content');
  body.score = Math.round((body.technical_score + body.content_score) / 2);
  body.findings = findings.map(([severity, framework, dimension, title, description, action], n) => ({
    id: `f${n + 1}`,
    severity,
    framework,
    title,
    description,
    fix: { type: dimension, action, details: {} },
    spec_url: null,
  }));
}

/** A possible finding of an audit on a page, and its remedy. */
type Remark = readonly [
  severity: keyof typeof penalties,
  framework: Framework,
  dimension: 'technical' | 'content',
  title: string,
  description: string,
  action: string,
];

/** Points that a finding takes from the score of its dimension. */
const penalties = { critical: 40, high: 25, medium: 14, low: 7, info: 2 };

/** Most severe first, as a report lists them. */
const remarks: readonly Remark[] = [
  [
    'critical',
    'v1.5',
    'technical',
    'AI crawlers are shut out',
    'The robots file forbids the crawlers of two assistants, so that the page cannot be cited there.',
    'Allow the crawlers that may read the page',
  ],
  [
    'high',
    'v1.5',
    'content',
    'The answer comes late',
    'The question of the title is answered in the fifth paragraph.',
    'Answer the question in the first paragraph',
  ],
  [
    'medium',
    'eeat',
    'content',
    'No author is named',
    'Neither the page nor its markup says who wrote the text.',
    'Name the author and link a profile',
  ],
  [
    'medium',
    'people-first',
    'content',
    'Paragraphs repeat the keyword',
    'The same term opens four paragraphs in a row.',
    'Rewrite the openings so that each says something new',
  ],
  [
    'low',
    'people-first',
    'content',
    'No date of the last review',
    'Readers cannot tell whether prices and figures still hold.',
    'State when the page was last reviewed',
  ],
];

/** The upper ends of docs/platform/grounding.md#tiers score table. */
const tiers = [
  { name: 'not-grounded', threshold_min: 0, threshold_max: 25 },
  { name: 'weak', threshold_min: 26, threshold_max: 50 },
  { name: 'partial', threshold_min: 51, threshold_max: 75 },
  { name: 'grounded', threshold_min: 76, threshold_max: 100 },
];

export function showAudit({ id, createdAt, body }: Row<Audit, string>) {
  const { score } = body;
  return {
    audit_id: id,
    ...body,
    tier: tiers.find(({ threshold_max }) => score !== null && score <= threshold_max) ?? null,
    raw_text: score === null ? null : report(body, score),
    credits_used: 1,
    created_at: iso(createdAt),
    expires_at: iso(createdAt + keptFor),
    ui_url: `/grounding/audits/${id}`,
  };
}

/** The audit as Markdown: its scores, and each finding with its remedy. */
function report({ url, technical_score, content_score, findings }: Audit, score: number): string {
  const lines = findings.map(
    ({ severity, title, description, fix }) => `- **${title}** (${severity}): ${description} ${fix?.action}.`,
  );
  const scores = `Score ${score} of 100: technical ${technical_score}, content ${content_score}.`;
  return [
    `# Grounding of ${url}`,
    scores,
    lines.length > 0 ? lines.join('\n') : 'Nothing was found that needs work.',
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}
