import { matches } from '../../shared/matches.ts';
import { demandOwn, type Call } from '../../../engine/handler-call.ts';
import type { CallOf } from '../../../engine/implement.ts';
import type { Row } from '../../../engine/documents.ts';
import { projects } from '../../content/projects.ts';
import { invalid } from '../../../engine/http/refusal.ts';
import { slices } from '../../../engine/http/reply.ts';
import { audits, isExpired, showAudit, type Audit } from './audit.ts';

type AuditListCall = CallOf<'grounding.audits'>;

/** The team's audits, filtered and sorted as requested (docs/platform/grounding.md#lists-of-audits). */
export function listAudits(call: AuditListCall) {
  const { input, store, caller, now } = call;
  const status = input.status;
  if (status !== undefined && !statuses.includes(status))
    throw invalid({ status: [`The status field must be one of: ${statuses.join(', ')}.`] });
  demandOwn(call, projects, input.seo_project_id, 'seo_project_id', 'The project is not one of your team.');
  const unassigned = input.without_project !== undefined;
  const matching = store
    .all(audits, { team: caller.team })
    .filter((row) => !isExpired(row, now()))
    .filter((row) => matchesFilters(call, row) && (!unassigned || row.body.seo_project_id === null));
  const compare = orders[input.sort ?? 'created'] ?? orders['created']!;
  const sign = input.dir === 'asc' ? 1 : -1;
  return slices(
    matching.toSorted((a, b) => sign * compare(a, b)),
    (row) => (unassigned ? { ...showAudit(row), suggested_seo_project_id: suggestion(call, row) } : showAudit(row)),
  );
}

const statuses = ['queued', 'running', 'completed', 'failed'];

function matchesFilters({ input }: AuditListCall, { createdAt, body }: Row<Audit, string>): boolean {
  const { from, to, domain } = input;
  return (
    matches(input, body, 'status', 'tracking_project_id', 'seo_project_id') &&
    (from === undefined || createdAt >= Date.parse(from)) &&
    (to === undefined || createdAt < endOf(to)) &&
    (domain === undefined || hostOf(body.url) === domain.replace(/^www\./, '')) &&
    body.url.includes(input.q ?? '')
  );
}

/** A bare date means the whole day. */
const endOf = (to: string): number => Date.parse(to) + (to.length === 10 ? 86_400_000 : 1);

const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');

const suggestion = ({ store, caller }: Call, { body }: Row<Audit, string>) =>
  store.all(projects, { team: caller.team }).find((row) => row.body.domain === hostOf(body.url))?.id ?? null;

const byNumber =
  (field: 'score' | 'technical_score' | 'content_score') => (a: Row<Audit, string>, b: Row<Audit, string>) =>
    (a.body[field] ?? -1) - (b.body[field] ?? -1);

const orders: Readonly<Record<string, (a: Row<Audit, string>, b: Row<Audit, string>) => number>> = {
  created: (a, b) => a.createdAt - b.createdAt,
  url: (a, b) => a.body.url.localeCompare(b.body.url, 'en'),
  status: (a, b) => a.body.status.localeCompare(b.body.status, 'en'),
  score: byNumber('score'),
  technical: byNumber('technical_score'),
  content: byNumber('content_score'),
};
