import { id, timestamp, text } from '../../vocabulary/fields.ts';
import * as z from 'zod';
import { assumed, binary, changed, family, fixed, get, input, post } from '../../vocabulary/index.ts';

const project = { project: id.describe('A tracking project') };

const section = z.enum([
  'executive_summary',
  'fact_errors',
  'consensus_narratives',
  'consensus_clusters',
  'persona_gaps',
  'battle_cards',
  'outreach_top50',
  'competitor_cooccurrence',
  'early_warnings',
  'source_whitelist',
  'forecast_6w',
  'recommended_actions',
]);

/** Rules: docs/platform/insights.md#deep-insights. */
export const deepInsights = family(
  'deep_insights',
  "What a tracking project's answers say when taken apart: errors, narratives, gaps, forecasts, as data, PDF and CSV",
  {
    projects: 'tracking project',
    words:
      'data mining report analysis battle cards narratives outreach forecast what the answers say when taken apart',
  },
  () => ({
    get: get('/data-mining/insights/{project}', {
      does: 'Show all sections of the insights into a tracking project',
      asked: 'full, all deep insights at once, everything you found out from the answers, complete data mining payload',
      output: assumed({ project_id: id, generated_at: timestamp, sections: z.record(text, z.unknown()) }),
      input: project,
    }),
    refresh: post('/data-mining/insights/{project}/refresh', {
      does: 'Work the insights out again and bundle them as PDF and ZIP',
      changes: 'Replaces the last export; charged after success.',
      asked:
        'update rebuild regenerate export, make build the pdf and the zip with the insights anew, bundle, current deep report, regenerate data mining bundle, recompute',
      output: assumed({ status: text, project_id: id }),
      input: project,
      // One version lists 0; the higher one counts.
      price: fixed(10, { charged: 'on_success' }),
      job: {
        doing: 'Working out the insights',
        watch: 'deep_insights.export_pdf',
        with: { project: input('project') },
        // docs/platform/insights.md#deep-insights shows no state: the bundle is there when the file is another one.
        state: 'digest',
        done: [changed],
        failed: [],
        usually: 120,
        fetch: 'deep_insights.get',
      },
    }),
    section: get('/data-mining/insights/{project}/section/{section}', {
      idFrom: { section: 'deep_insights.get' },
      does: 'Show one section of the insights, such as fact_errors or battle_cards',
      asked:
        'summary part narratives personas competitors forecast actions, only one part: forecast of the next weeks, battle cards against competitors, narratives, persona gaps, early warnings, top outreach, executive summary, recommended actions, single chapter such as forecast, consensus narratives, co-occurrence, source whitelist, what will happen in the coming weeks, outlook, battleground prompts section',
      output: assumed({ section: text, text: text, rows: z.array(z.unknown()) }),
      input: { ...project, section },
    }),
    export_pdf: get('/data-mining/exports/{project}.pdf', {
      does: 'Fetch the last insights as PDF',
      asked: 'download report, download the insights pdf that was made, grab existing pdf report',
      input: project,
      output: binary('application/pdf'),
      refuses: { 404: 'when there is none yet' },
      remedies: { 404: 'deep_insights.refresh' },
    }),
    export_zip: get('/data-mining/exports/{project}.zip', {
      does: 'Fetch the last insights as a ZIP of CSV files',
      asked: 'download tables, download the insights tables csv zip that was made, grab existing csv bundle',
      input: project,
      output: binary('application/zip'),
      refuses: { 404: 'when there is none yet' },
      remedies: { 404: 'deep_insights.refresh' },
    }),
  }),
);
