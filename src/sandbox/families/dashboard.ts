import type { Implementation } from '../implementation.ts';
import { trackingProjects } from '../tracking/kinds.ts';
import { articles } from './articles.ts';
import { projects } from './projects.ts';

/** Document 3, "Account, team, billing": the shape is invented. */
export const dashboardFamily: Implementation = {
  family: 'dashboard',
  operations: {
    get: ({ store, caller: { team }, ledger }) => ({
      data: {
        projects: store.all(projects, { team }).length,
        articles: store.all(articles, { team }).length,
        tracking_projects: store.all(trackingProjects, { team }).length,
        credits: ledger.balance(team),
      },
    }),
  },
};
