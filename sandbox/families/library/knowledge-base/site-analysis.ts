import type { Filled } from '../../../engine/implement.ts';
import { change, kind, type Row } from '../../../engine/documents.ts';
import { after, failed, plan, shouldFail, type Running } from '../../../engine/plan.ts';
import { writeArticle } from '../../../invention/writing/write-article.ts';
import { writingLanguage } from '../../content/projects.ts';
import { documents } from './document.ts';

/** Rules: docs/platform/library.md#site-analysis. */
type SiteAnalysis = Filled<'knowledge_base.site_analysis', 'analysis_id'> & { host: string };

export const analyses = kind<SiteAnalysis>('site_analysis');

export const isFinished = ({ status }: SiteAnalysis): boolean => ['completed', 'partial', 'failed'].includes(status);

export const showAnalysis = ({ id, parent, body: { host: _, ...body } }: Row<SiteAnalysis>) => ({
  id,
  analysis_id: id,
  project_id: parent,
  ...body,
});

/** Maximum documents made from a site; the contract allows nine. */
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
export const analysisPlan = plan(
  'knowledge_base.analyze',
  analyses,
  after(5, (row) => void change(row, { status: 'discovering', progress_percent: 10 })),
  after(25, (row, { world }) => {
    const pages_found = world.invent('pages', row.body.host).whole(12, row.body.max_pages);
    change(row, { status: 'extracting', progress_percent: 35, pages_found });
  }),
  after(90, (row, { world }) => {
    const [pages_read, primary_language] = [row.body.pages_found, writingLanguage(world, row.parent)];
    change(row, { status: 'synthesizing', progress_percent: 80, pages_read, primary_language });
  }),
  after(60, synthesize),
);

function synthesize(row: Row<SiteAnalysis>, { world }: Running): 'failed' | void {
  const { team, parent, body } = row;
  if (shouldFail(body.url)) return failed(row, { status: 'failed' });
  const partial = /partial/i.test(body.url);
  // A repeated analysis replaces the documents of the previous one, unless it fails.
  for (const old of world.store.all(documents, { parent: parent ?? undefined })) {
    if (
      old.body.source_type === 'site_analysis' &&
      old.body.source_url !== null &&
      new URL(old.body.source_url).hostname === body.host
    )
      world.store.remove(old);
  }
  body.document_ids = subjects.slice(0, partial ? 4 : subjects.length).map((subject) => {
    const title = `${subject}: ${body.host}`;
    const random = world.invent('analysis', body.host, subject);
    const topic = `${subject.toLowerCase()} of ${body.host}`;
    const content = writeArticle(random, { topic, words: 120, language: body.primary_language });
    const source = { source_type: 'site_analysis', source_url: body.url } as const;
    return world.add(documents, { title, content, type: 'text', status: 'ready', ...source }, { team, parent }).id;
  });
  Object.assign(body, { status: partial ? 'partial' : 'completed', progress_percent: 100 });
}
