import * as z from 'zod';
import { count, id, number, text, url } from '../../vocabulary/fields.ts';
import { answer, family, formula, get, maybe, paged, post } from '../../vocabulary/index.ts';

const scale = 'lighthouse: 0 to 100, higher is better; the platform states no scale for the scores of analysis';

const persona = z.looseObject({
  name: text,
  who: text,
  primary_motivation: text,
  pain_points: z.array(text),
  goals: z.array(text),
  fit_score: number,
  fit_reason: text,
});

/** Rules: docs/platform/audits.md#page-audits. */
const audit = {
  id,
  tracking_project_id: id.nullable(),
  url: text,
  status: z.enum(['pending', 'scraping', 'screenshotting', 'analyzing', 'completed', 'failed']),
  error_message: text.nullable(),
  screenshot_url: text.nullable(),
  ideal_screenshot_url: text
    .nullable()
    .describe('How the page should look; null until the desktop render is done, minutes after the audit'),
  lighthouse: z.looseObject({ performance: count, seo: count, accessibility: count, best_practices: count }).nullable(),
  analysis: z
    .looseObject({
      user_intent: z.unknown(),
      persona_fit: z.unknown(),
      trust_score: number,
      layout_score: number,
      cta_score: number,
      problem_solution_clarity: z.unknown(),
      above_the_fold_quality: z.unknown(),
      mobile_friendliness_visual: z.unknown(),
      personas: z.array(persona),
      critical_issues: z.array(
        z.looseObject({
          severity: z.enum(['high', 'medium', 'low']),
          title: text,
          explanation: text,
          evidence: z.unknown(),
        }),
      ),
      ...maybe({ improvement_suggestions: z.array(z.unknown()) }),
    })
    .nullable(),
  ...maybe({ persona: text }),
};

/** docs/platform/audits.md#page-audits: about 1 to 2 minutes, and 2 to 3 more for the desktop render. */
export const pageAudit = family(
  'page_audit',
  'Deep audit of one page: look, persuasion, personas, technical scores, and a better design',
  { words: 'landing page ux cro conversion lighthouse screenshot redesign one landing page looked at in depth' },
  () => ({
    create: post('/page-audit', {
      does: 'Audit one page in depth and render how it could look',
      changes: 'Embedded platform: a new audit each time, also of a URL that has one: page_audit.list first.',
      asked:
        'check analyze landing page conversion start, how convincing good is our landing page, look at this one page closely, design and conversion, redesign, ux conversion review of a landing page, lighthouse and persona check of a url',
      input: { url, tracking_project_id: id.optional(), persona: text.optional().describe('Whose eyes to look with') },
      output: { id, status: text, url: text },
      scale,
      price: formula('30, and 15 for each AI render, of which there are up to 3', () => 30 + 3 * 15, { atMost: 75 }),
      job: {
        doing: 'Auditing the page',
        watch: 'page_audit.get',
        with: { id: answer('id') },
        done: ['completed'],
        usually: 90,
        reason: 'error_message',
        failsByReason: true,
      },
    }),
    get: get('/page-audit/{id}', {
      does: 'Show a page audit: scores, personas, issues, screenshots',
      asked:
        'result report, what came out of the deep page check, screenshots personas trust score, page audit findings, ideal design screenshot',
      output: audit,
      concise: 'id url status error_message lighthouse analysis screenshot_url ideal_screenshot_url',
      scale,
    }),
    list: get('/page-audits', {
      does: 'List page audits',
      asked: 'history results, earlier deep checks of pages, deep page audit history',
      input: { tracking_project_id: id.optional() },
      output: paged(audit, 25),
      concise: 'id url status error_message lighthouse',
      scale,
    }),
  }),
);
