import { kind, type Row } from '../../../engine/kind.ts';
import { shouldFail, type Plan, type Running } from '../../../engine/plan.ts';
import { prose } from '../../../invention/prose.ts';
import { documents } from './document.ts';

/** Document 1, "Knowledge-base site analysis run". */
export interface SiteAnalysis {
  url: string;
  host: string;
  max_pages: number;
  status: 'pending' | 'discovering' | 'extracting' | 'synthesizing' | 'completed' | 'partial' | 'failed';
  progress_percent: number;
  pages_found: number;
  pages_read: number;
  primary_language: string | null;
  document_ids: number[];
}

export const analyses = kind<SiteAnalysis>('site_analysis');

export const finished = ({ status }: SiteAnalysis): boolean => ['completed', 'partial', 'failed'].includes(status);

export const showAnalysis = ({ id, parent, body: { host: _, ...body } }: Row<SiteAnalysis>) => ({
  id,
  analysis_id: id,
  project_id: parent,
  ...body,
});

/** Documents made from a site; the contract allows nine. */
const subjects = [
  'Company',
  'Products',
  'Audience',
  'Prices',
  'Service',
  'Team',
  'History',
  'Questions and answers',
  'Language and tone',
] as const;

/** Discovers, extracts, synthesizes. An address with `fail` in it fails; one with `partial` yields half. */
export function analyzing(): Plan<SiteAnalysis> {
  const reach =
    (
      status: SiteAnalysis['status'],
      progress_percent: number,
      counters: (body: SiteAnalysis, job: Running) => Partial<SiteAnalysis>,
    ) =>
    ({ body }: Row<SiteAnalysis>, job: Running) =>
      void Object.assign(body, { status, progress_percent }, counters(body, job));
  return {
    of: analyses,
    steps: () => [
      { after: 5, run: reach('discovering', 10, () => ({})) },
      {
        after: 25,
        run: reach('extracting', 35, ({ host, max_pages }, { world }) => ({
          pages_found: world.invent('pages', host).whole(12, max_pages),
        })),
      },
      {
        after: 90,
        run: reach('synthesizing', 80, ({ pages_found }) => ({ pages_read: pages_found, primary_language: 'en' })),
      },
      { after: 60, run: synthesize },
    ],
  };
}

function synthesize({ team, parent, body }: Row<SiteAnalysis>, { world, at }: Running): 'failed' | void {
  if (shouldFail(body.url)) {
    body.status = 'failed';
    return 'failed';
  }
  const partial = /partial/i.test(body.url);
  // A re-analysis replaces what the one before it made; a failed one leaves that in place.
  for (const old of world.store.all(documents, parent === null ? {} : { parent })) {
    if (
      old.body.source_type === 'site_analysis' &&
      old.body.source_url !== null &&
      new URL(old.body.source_url).hostname === body.host
    )
      world.store.remove(old);
  }
  body.document_ids = subjects.slice(0, partial ? 4 : subjects.length).map((subject) => {
    const title = `${subject}: ${body.host}`;
    const content = prose(
      world.invent('analysis', body.host, subject),
      `${subject.toLowerCase()} of ${body.host}`,
      120,
    );
    const source = { source_type: 'site_analysis', source_url: body.url } as const;
    const made = world.store.add(documents, {
      team,
      ...(parent === null ? {} : { parent }),
      at,
      body: { title, content, type: 'text', status: 'ready', ...source },
    });
    return made.id;
  });
  Object.assign(body, { status: partial ? 'partial' : 'completed', progress_percent: 100 });
}
