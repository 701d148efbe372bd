import { recordExport } from '../shared/exported.ts';
import { implement } from '../../engine/implement.ts';
import { iso } from '../../engine/platform-time.ts';
import { breakdown, finishedRuns } from './brand/measurements.ts';
import { periodOf } from './brand/period.ts';
import { trackingProjectOf } from './brand/project-of.ts';
import { storeFile } from '../library/files/files.ts';

/** Rules: docs/platform/insights.md#reports. */
export const reportFamily = implement('reports', {
  // docs/platform/errors.md#bodies: the code stands in `error` itself.
  limited: { error: 'rate_limited' },
  operations: {
    generate: (call) => {
      const project = trackingProjectOf(call);
      const [run] = finishedRuns(call, project);
      const { brand_name } = project.body;
      const rows = breakdown(call, project, periodOf({}, call.now())).map(
        ({ platform, total, visibility, sentiment }) =>
          `| ${platform} | ${total} | ${visibility ?? '-'} | ${sentiment ?? '-'} |`,
      );
      const figures = Object.entries(run?.body.kpis ?? {}).map(([name, value]) => `- ${name}: ${value}`);
      const report = [
        `# AI visibility of ${brand_name}`,
        'Invented sample.',
        run ? `Latest run: ${run.body.completed_at}` : 'There has been no run yet.',
        ...(figures.length ? [figures.join('\n')] : []),
        '## Platforms',
        ['| Platform | Queries | Visibility | Sentiment |', '|---|---|---|---|', ...rows].join('\n'),
      ];
      const content = report.join('\n\n');
      const record = {
        team: project.team,
        at: call.now(),
        name: `visibility-report-${project.id}-${iso(call.now()).slice(0, 10)}.md`,
      };
      const file = storeFile(call, { ...record, mime: 'text/markdown', content });
      call.announce({
        type: 'tracking.report.ready',
        team: project.team,
        at: call.now(),
        data: { id: project.id, tracking_project_id: project.id, status: 'ready' },
        resource: ['files.get', file],
      });
      recordExport(call, { ...record, type: 'tracking_report', path: null });
      return { tracking_project_id: project.id, format: 'markdown', report: content, generated_at: iso(call.now()) };
    },
  },
});
