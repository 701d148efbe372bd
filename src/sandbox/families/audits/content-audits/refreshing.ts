import { shouldFail, type Plan } from '../../../engine/plan.ts';
import { audits, sumUp } from './audit.ts';
import { inspect } from './crawl.ts';
import { pages, type Page } from './page.ts';

/** Visits a page again, and updates its audit. */
export function refreshing(): Plan<Page> {
  return {
    of: pages,
    steps: () => [
      {
        after: 20,
        run: (row, { world }) => {
          if (shouldFail(row.body.url)) {
            row.body.status = 'failed';
            return 'failed';
          }
          const { title, url, visits, is_solved } = row.body;
          row.body = { ...inspect(world.invent, url, title, visits + 1), title, is_solved };
          world.store.save(row);
          const audit = row.parent === null ? undefined : world.store.get(audits, row.parent);
          if (!audit) return undefined;
          sumUp(world, audit);
          world.store.save(audit);
          return undefined;
        },
      },
    ],
  };
}
