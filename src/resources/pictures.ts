import type { Client } from '../client/client.ts';
import { VisibilityError } from '../client/errors/visibility-error.ts';
import type { Clock } from '../clock.ts';
import { creditsByDay, creditsSummary } from '../tools/results/credits-summary.ts';
import { withViewData } from '../tools/results/with-view-data.ts';
import { visibilityReport } from '../tools/workflows/visibility-report/visibility-report.ts';
import type { ViewName } from '../views/view-name.ts';
import type { ResourceTemplate } from './resource.ts';

/** Maximum number of charts in one picture. */
const maxCharts = 8;

/** Pictures of data that is free to read: `credits`, the report on the only brand, or on the named one. */
export const pictures = (client: Client, clock: Clock, sandbox: boolean): ResourceTemplate => ({
  uriTemplate: 'visibility://pictures/{name}.svg',
  name: 'pictures',
  title: 'Picture',
  description: 'Charts as SVG: `report`, `credits`, or a tracked brand by name, domain or id.',
  mimeType: 'image/svg+xml',
  read: async (name) => {
    if (name === 'credits') {
      const money = await client.money();
      if (money.failure) throw money.failure;
      return svg('credits', sandbox, { ...creditsSummary(money), ...creditsByDay(money) });
    }
    const report = await visibilityReport({ client, context: { clock } }, name === 'report' ? {} : { brand: name });
    if (report.isError) throw new VisibilityError('not_found', `There is no picture ${name}.`, { outcome: 'rejected' });
    return svg('report', sandbox, withViewData(report));
  },
});

const svg = async (view: ViewName, sandbox: boolean, data: unknown): Promise<{ mimeType: string; text: string }> => {
  const { viewPicture } = await import('../reports/view-picture.ts');
  return { mimeType: 'image/svg+xml', text: viewPicture(view, data, { maxCharts, sandbox }) };
};
