import * as z from 'zod';
import { number, text, id } from '../../vocabulary/fields.ts';
import { assumed, family, get, inAnyWrapper, input, maybe, post, unlisted } from '../../vocabulary/index.ts';

/** Rules: docs/platform/insights.md#reality-check. */
export const realityCheck = family(
  'reality_check',
  'The AI visibility index of a brand: tier, six dimensions, recommendations, PDF report',
  { words: 'avi score index maturity audit overall grade of AI visibility' },
  () => ({
    avi: get('/tracking-projects/{id}/avi', {
      does: 'Show the latest visibility index with its tier, dimensions and recommendations',
      asked:
        'score red yellow green, what is our overall score index grade traffic light, how good are we in ai and what to do, avi score, traffic light, maturity, recommendations',
      output: inAnyWrapper({
        score: number.describe('higher is better; tier sums it up').optional(),
        tier: z.enum(['red', 'yellow', 'green']),
        dimensions: z.unknown(),
        recommendations: z.unknown(),
        ...maybe({ run_id: id }),
      }),
      refuses: { 404: 'without a run' },
      remedies: { 404: 'tracking.run' },
    }),
    dimensions: get('/tracking-projects/{id}/dimensions', {
      does: 'Show the six dimension scores by platform',
      asked:
        'radar breakdown, six axes scores, strengths and weaknesses per assistant, six-dimension radar, scores per dimension and platform',
      output: assumed({ platforms: z.record(text, z.record(text, number).nullable()) }),
    }),
    generate_report: post('/tracking-projects/{id}/reality-check-report', {
      does: 'Generate the reality check as a PDF',
      changes: 'Embedded platform: reality_check.report_status shows the newest report only.',
      asked:
        'export download document, make the reality check pdf, nice document for the boss client, order visibility pdf for client, branded report, something printable about our ai presence, presentation handout',
      output: assumed({ status: text, tracking_project_id: id }),
      price: unlisted('generates a report; the row states no cost'),
      job: {
        doing: 'Writing the reality check',
        watch: 'reality_check.report_status',
        with: { id: input('id') },
        done: ['ready'],
        changes: ['download_url'],
        usually: 60,
        progress: 'progress',
      },
      refuses: { 404: 'without a run' },
      remedies: { 404: 'tracking.run' },
    }),
    report_status: get('/tracking-projects/{id}/reality-check-report/status', {
      does: 'Show how the PDF stands and where to download it',
      asked: 'progress, is the reality check pdf document ready to download, poll pdf report job',
      output: {
        status: z.enum(['queued', 'running', 'ready', 'failed']),
        progress: number.optional(),
        download_url: text.nullable().optional(),
      },
    }),
  }),
);
