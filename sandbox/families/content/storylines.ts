import type { Call } from '../../engine/handler-call.ts';
import { implement, type Stored } from '../../engine/implement.ts';
import { kind, type Row } from '../../engine/documents.ts';
import { after, plan, shouldFail, type Running } from '../../engine/plan.ts';
import { iso } from '../../engine/platform-time.ts';
import { invalid, refuse } from '../../engine/http/refusal.ts';
import { RawResponse, slices } from '../../engine/http/reply.ts';
import { askedQuestions, headline } from '../../invention/writing/headline.ts';
import { readOutline } from '../../invention/writing/outline.ts';
import { articles, articlePlan, draft } from './articles.ts';
import { projectOf, writingLanguage } from './projects.ts';

type Storyline = Stored<'storylines.get', 'research_data'> & { research_data: Record<string, unknown> | null };

const storylines = kind<Storyline>('storyline');

/**
 * docs/platform/content.md#storylines: PUT may set a status, including failed; the other values are its states, and the draft
 * of articles.
 */
const statuses = ['draft', 'generating', 'completed', 'failed', 'approved'];

const show = ({ id, parent, body }: Row<Storyline>) => ({ id, project_id: parent, ...body });

const outline = (fields: Partial<Storyline>): Storyline => ({
  keyword: null,
  status: 'completed',
  approved_at: null,
  approved_by: null,
  article_id: null,
  research_data: null,
  structure: [],
  ...fields,
});

const researchPlan = plan('storylines.research', storylines, after(60, research));

/** Rules: docs/platform/content.md#storylines. */
export const storylineFamily = implement('storylines', {
  operations: {
    list: (call) => slices(call.store.all(storylines, { parent: projectOf(call).id }), show),
    create: (call) => {
      const { input } = call;
      const place = { parent: projectOf(call).id };
      const structure = input.structure;
      if (Array.isArray(structure)) {
        const row = call.add(storylines, outline({ keyword: input.keyword ?? null, structure }), place);
        // The answer of the legacy form is not documented: here it is that of a start, and that of a single resource.
        return new RawResponse(201, { storyline_id: row.id, id: row.id, status: row.body.status, data: show(row) });
      }
      const { keyword = null } = input;
      const { id, body } = call.add(storylines, outline({ keyword, status: 'generating' }), place);
      call.start(researchPlan, id);
      return { storyline_id: id, status: body.status };
    },
    get: (call) => show(call.own(storylines, call.input.id)),
    update: (call) => {
      const row = call.own(storylines, call.input.id);
      const status = call.input.status ?? row.body.status;
      if (!statuses.includes(status))
        throw invalid({ status: [`The status field must be one of: ${statuses.join(', ')}.`] });
      const { structure, keyword } = call.openBody;
      if (status === 'approved' && row.body.approved_at === null) approve(call, row);
      row.body.status = status;
      if (Array.isArray(structure)) row.body.structure = structure;
      if (typeof keyword === 'string') row.body.keyword = keyword;
      return show(row);
    },
    delete: (call) => call.delete(call.own(storylines, call.input.id)),
    approve: (call) => {
      const row = call.own(storylines, call.input.id);
      if (row.body.status !== 'approved') {
        approve(call, row);
      }
      return show(row);
    },
    assemble_article: (call) => {
      const row = call.own(storylines, call.input.id);
      if (row.body.article_id !== null) {
        call.costs(0);
        return { article_id: row.body.article_id };
      }
      if (!['approved', 'completed'].includes(row.body.status))
        throw refuse(422, 'The storyline is neither approved nor completed.');
      const topic = row.body.keyword ?? 'untitled';
      const language = writingLanguage(call, row.parent);
      const article = draft({
        title: headline(call.invent, topic, language),
        storyline_id: row.id,
        language,
        processing_status: 'processing',
      });
      const { id } = call.add(articles, article, row.parent === null ? {} : { parent: row.parent });
      row.body.article_id = id;
      const { structure } = row.body;
      call.start(articlePlan, id, {
        lasts: 90,
        topic,
        words: lengthOf(structure),
        structure,
        fails: shouldFail(topic),
      });
      return { article_id: id };
    },
  },

  seed: ({ add }) => {
    const structure = [{ heading: 'Why boxes beat bags' }, { heading: 'What goes at the bottom' }];
    add(storylines, outline({ keyword: 'camping box', structure, research_data: {} }), { team: 1, parent: 1 });
    add(storylines, outline({ keyword: 'moss lawn', structure, status: 'failed' }), { team: 1, parent: 2 });
  },
});

/** The requested words of the outline's sections; default 800. */
const lengthOf = (structure: readonly unknown[]): number =>
  readOutline(structure).reduce((sum, { words }) => sum + (words ?? 0), 0) || 800;

/** docs/platform/content.md#storylines: approval records date and person, with either call. */
function approve({ now, caller }: Call, { body }: Row<Storyline>): void {
  Object.assign(body, { status: 'approved', approved_at: iso(now()), approved_by: caller.user });
}

function research({ body, parent }: Row<Storyline>, { world }: Running): 'failed' | void {
  // If it was approved or edited meanwhile, the state set by the person is kept.
  const open = body.status === 'generating';
  const fails = shouldFail(body.keyword);
  if (open) body.status = fails ? 'failed' : 'completed';
  if (fails) return 'failed';
  const topic = body.keyword ?? '';
  const language = writingLanguage(world, parent);
  const random = world.invent('storyline', topic);
  const asked = askedQuestions(random, topic, language, 7);
  body.structure = asked.slice(0, 5).map((heading) => ({ heading, words: 150 }));
  body.research_data = {
    heading_gaps: asked.slice(5),
    people_also_ask: asked.slice(0, 4),
    featured_snippet: { present: false },
  };
}
