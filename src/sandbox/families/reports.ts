import type { Implementation } from '../implementation.ts';
import { iso } from '../platform-time.ts';
import { breakdown, finishedRuns } from '../tracking/measurements.ts';
import { periodOf } from '../tracking/period.ts';
import { trackingProjectOf } from '../tracking/project-of.ts';

/** Document 2, "Reality check, prompt check, report". */
export const reportFamily: Implementation = {
  family: 'reports',
  // Document 1, "Rate limits": the code stands in `error` itself.
  limited: { error: 'rate_limited' },
  operations: {
    generate: (call) => {
      const project = trackingProjectOf(call);
      const [run] = finishedRuns(call, project);
      const { brand_name } = project.body;
      const rows = breakdown(call, project, periodOf(call.given, call.now())).map(
        ({ platform, total, visibility, sentiment }) => `| ${platform} | ${total} | ${visibility ?? '-'} | ${sentiment ?? '-'} |`,
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
      return { tracking_project_id: project.id, format: 'markdown', report: report.join('\n\n'), generated_at: iso(call.now()) };
    },
  },
};
