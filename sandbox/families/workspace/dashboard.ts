import { implement } from '../../engine/implement.ts';
import { trackingProjects } from '../tracking/brand/kinds.ts';
import { articles } from '../content/articles.ts';
import { projects } from '../content/projects.ts';

/** docs/platform/workspace.md#dashboard: the shape is invented. */
export const dashboardFamily = implement('dashboard', {
  operations: {
    get: ({ store, caller: { team }, ledger }) => ({
      projects: store.all(projects, { team }).length,
      articles: store.all(articles, { team }).length,
      tracking_projects: store.all(trackingProjects, { team }).length,
      credits: ledger.balance(team),
    }),
  },
});
