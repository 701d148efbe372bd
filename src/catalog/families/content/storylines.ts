import * as z from 'zod';
import { flag, id, text, timestamp } from '../../fields.ts';
import {
  answer,
  del,
  family,
  formula,
  free,
  get,
  one,
  paged,
  post,
  put,
  rule,
  likely,
  deleted,
} from '../../operation.ts';

const storyline = {
  id,
  status: text,
  approved_at: timestamp.nullable(),
  approved_by: id.nullable(),
  article_id: id.nullable(),
  research_data: z.looseObject({}).nullable().describe('Heading gaps, people-also-ask questions, featured snippets'),
  structure: z.array(z.unknown()),
};

/** Document 1, "Storylines". */
export const storylines = family(
  'storylines',
  'Researched outlines that become articles',
  { words: 'outline structure plan brief research headings' },
  () => ({
    list: get('/projects/{project}/storylines', { does: "List a project's storylines", output: paged(storyline, 25) }),
    create: post('/projects/{project}/storylines', {
      does: 'Research a keyword and draft a storyline for it; with structure, store a finished one',
      changes:
        'The same keyword is accepted again: a second storyline, charged again. With structure nothing is researched, and nothing charged.',
      words: 'generate new',
      input: {
        keyword: text.optional().describe('What to research; required unless structure is given'),
        target_word_count: z.int().positive().optional(),
        goal_id: id.optional(),
        language: text.optional(),
        use_knowledge_base: flag.optional(),
        knowledge_mode: text.optional(),
        knowledge_document_ids: z.array(id).optional(),
        structure: z.array(z.unknown()).optional().describe('A finished structure: stored at once and free'),
      },
      rules: [
        rule('keyword', 'is required unless structure is given', (given) => 'keyword' in given || 'structure' in given),
      ],
      output: { storyline_id: id, status: text },
      otherwiseStatus: { 201: 'A finished storyline was given in structure, and is stored' },
      price: formula('5 once on success; 0 with structure', (given) => ('structure' in given ? 0 : 5), {
        charged: 'on_success',
        atMost: 5,
      }),
      job: {
        doing: 'Researching the keyword and drafting a storyline',
        watch: 'storylines.get',
        with: { id: answer('storyline_id') },
        state: 'status',
        done: ['completed', 'approved'],
        failed: ['failed'],
        usually: 60,
      },
    }),
    get: get('/storylines/{id}', { does: 'Show a storyline with its research', output: one(storyline) }),
    update: put('/storylines/{id}', {
      does: 'Change a storyline',
      changes: 'structure replaces the whole outline. status is set as given, without any work being done.',
      words: 'edit',
      example: { status: 'completed' },
      input: { status: text.optional().describe('generating, completed, failed, approved') },
      open: true,
      likely: {
        status: likely(text, 'the row says that a status may be set, failed among them'),
        structure: likely(z.array(z.unknown()), 'the headings; create takes them'),
        keyword: likely(text, 'what it is about; create takes it'),
      },
      price: free,
      output: one(storyline),
    }),
    delete: del('/storylines/{id}', {
      does: 'Delete a storyline',
      changes: 'No operation brings it back. An article made from it stays.',
      words: 'remove',
      output: deleted,
      price: free,
    }),
    approve: post('/storylines/{id}/approve', {
      does: 'Approve a storyline; repeating changes nothing',
      changes:
        'Sets approved_at and approved_by. No operation takes it back but storylines.update with another status.',
      words: 'accept sign off',
      price: free,
      output: one(storyline),
    }),
    assemble_article: post('/storylines/{id}/assemble-article', {
      does: 'Write the article of an approved or completed storyline; a second call returns the same article',
      changes: 'Creates one article, linked both ways. A second call returns it and charges nothing.',
      words: 'generate text from outline',
      input: { style_profile_id: id.optional(), tone: text.optional() },
      output: { article_id: id },
      price: formula('10; nothing where the article is there already', () => 10, { atMost: 10 }),
      job: {
        doing: 'Writing the article of the storyline',
        watch: 'articles.get',
        with: { id: answer('article_id') },
        state: 'processing_status',
        done: ['ready'],
        failed: ['failed'],
        usually: 120,
      },
      refuses: { 422: 'unless the storyline is approved or completed' },
      remedies: { 422: 'storylines.approve' },
    }),
  }),
);
