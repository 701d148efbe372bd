import * as z from 'zod';
import { flag, id, integerId, text, timestamp } from '../../vocabulary/fields.ts';
import { one, paged, maybe } from '../../vocabulary/answer.ts';
import { del, family, formula, free, get, post, put, rule, likely } from '../../vocabulary/index.ts';
import { answer } from '../../vocabulary/job.ts';

const storyline = {
  id,
  status: text,
  approved_at: timestamp.nullable(),
  approved_by: id.nullable(),
  article_id: integerId.nullable(),
  research_data: z
    .looseObject(
      maybe({
        heading_gaps: z.array(z.unknown()),
        people_also_ask: z.array(z.unknown()),
        featured_snippet: z.unknown(),
      }),
    )
    .nullable()
    .describe('Heading gaps, people-also-ask questions, featured snippets'),
  structure: z.array(z.unknown()),
  ...maybe({ project_id: integerId, keyword: text }),
};

/** Rules: docs/platform/content.md#storylines. */
export const storylines = family(
  'storylines',
  'Researched outlines that become articles',
  { price: free, words: 'outline structure plan brief research headings outline brief draft plan of a text' },
  () => ({
    list: get('/projects/{project}/storylines', {
      does: "List a project's storylines",
      asked: 'which outlines exist, all drafts of structure, structures drafted in the project, overview of outlines',
      output: paged(storyline, 25),
      concise: 'id keyword status article_id approved_at',
    }),
    create: post('/projects/{project}/storylines', {
      does: 'Research a keyword and draft a storyline for it; with structure, store a finished one',
      changes:
        'With structure nothing is generated, and nothing charged. Embedded platform: the same keyword makes a second storyline, charged again.',
      asked:
        'generate new, draft an outline, plan a text before writing, structure with headings, make a brief for a topic, generate content structure, serp based outline, structured plan for an article, concept for a topic, kick off an outline about a topic',
      input: {
        keyword: text.optional().describe('What to research; required unless structure is given'),
        target_word_count: z.int().positive().optional(),
        goal_id: id.optional(),
        language: text.optional(),
        use_knowledge_base: flag.optional(),
        knowledge_mode: text.optional(),
        knowledge_document_ids: z.array(id).optional(),
        structure: z
          .array(z.unknown())
          .optional()
          .describe('A finished structure, stored at once and free; an empty one may cost as if it were not there'),
      },
      rules: [
        rule('keyword', 'is required unless structure is given', (args) => 'keyword' in args || 'structure' in args),
      ],
      output: { storyline_id: id, status: text },
      otherwiseStatus: { 201: 'A finished storyline was given in structure, and is stored' },
      // An empty structure is no finished one: nothing says that it keeps the research from running.
      price: formula(
        '5 once on success; 0 with structure',
        ({ structure }) => (Array.isArray(structure) && structure.length > 0 ? 0 : 5),
        { charged: 'on_success', atMost: 5 },
      ),
      job: {
        doing: 'Researching the keyword and drafting a storyline',
        watch: 'storylines.get',
        with: { id: answer('storyline_id') },
        done: ['completed', 'approved'],
        usually: 60,
      },
    }),
    get: get('/storylines/{id}', {
      does: 'Show a storyline with its research',
      asked:
        'show the outline, headings questions people also ask, research data behind it, outline details, heading gaps, featured snippet data, generation state',
      output: one(storyline),
      concise: 'id keyword status article_id approved_at research_data structure',
    }),
    update: put('/storylines/{id}', {
      does: 'Change a storyline',
      changes:
        'status is set as given. Embedded platform: no work is done for it; structure replaces the whole outline.',
      asked:
        'edit, change headings reorder sections of the outline, adjust structure, edit sections chapters, set storyline status',
      example: { status: 'completed' },
      input: { status: text.optional().describe('generating, completed, failed, approved') },
      likely: {
        status: likely(text, 'the row says that a status may be set, failed among them'),
        structure: likely(z.array(z.unknown()), 'the headings; create takes them'),
        keyword: likely(text, 'what it is about; create takes it'),
      },
      output: one(storyline),
    }),
    delete: del('/storylines/{id}', {
      does: 'Delete a storyline',
      changes: 'No operation brings it back. Embedded platform: an article made from it stays.',
      asked: 'remove, throw away the outline, scrap it, trash structure, remove draft plan',
    }),
    approve: post('/storylines/{id}/approve', {
      does: 'Approve a storyline; repeating changes nothing',
      changes: 'Sets approved_at and approved_by. storylines.update can set another status.',
      asked:
        'accept sign off, the outline is good fine, sign it off, happy with it, release for writing, looks great go ahead, green light, confirm structure, mark as approved, outline is okay fine, I say yes to the outline',
      output: one(storyline),
    }),
    assemble_article: post('/storylines/{id}/assemble-article', {
      does: 'Write the article of an approved or completed storyline; a second call returns the same article',
      changes:
        'Creates one article, linked both ways; a second call returns it. Embedded platform: the second call charges nothing.',
      asked:
        'generate text from outline, write the text from the outline, turn the outline into an article, flesh out, expand outline into full text, produce article from structure, build the article',
      input: { style_profile_id: id.optional(), tone: text.optional() },
      output: { article_id: integerId },
      price: formula('10; a second call returns the same article and may draw nothing', () => 10, { atMost: 10 }),
      job: {
        doing: 'Writing the article of the storyline',
        watch: 'articles.get',
        with: { id: answer('article_id') },
        state: 'processing_status',
        done: ['ready'],
        usually: 120,
      },
      refuses: { 422: 'unless the storyline is approved or completed' },
      remedies: { 422: 'storylines.approve' },
    }),
  }),
);
