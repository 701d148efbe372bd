import { family, fixed, id, limit, minute, post, text, timestamp, written } from '../../vocabulary/index.ts';

/** docs/platform/insights.md#reports; its limit in docs/platform/limits.md#special-limits. */
export const reports = family(
  'reports',
  'Written reports on AI visibility',
  { words: 'summary markdown document client' },
  () => ({
    generate: post('/tracking-projects/{id}/generate-report', {
      does: 'Write a report on a tracking project, as Markdown; once in 30 minutes and project',
      changes: 'Embedded platform: stores nothing; the report is in the answer only.',
      asked:
        'create summary visibility export, write a summary of our AI visibility for the boss client in text, tracking report markdown, markdown report how visible we are, written analysis, something to read about our ai presence',
      output: written('report', { tracking_project_id: id, format: text, report: text, generated_at: timestamp }),
      price: fixed(10),
      limits: [limit('tracking_report', 1, 30 * minute, 'project')],
      timeout: 180,
    }),
  }),
);
