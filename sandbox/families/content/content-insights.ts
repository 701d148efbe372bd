import type { Call } from '../../engine/handler-call.ts';
import { implement } from '../../engine/implement.ts';
import { days, iso } from '../../engine/platform-time.ts';
import { articles } from './articles.ts';
import { projects } from './projects.ts';

/** docs/platform/content.md#content-insights: the contract shows neither answer; both are invented. */
export const contentInsightFamily = implement('content_insights', {
  operations: {
    intelligence: (call) => {
      const texts = call.store.all(articles, { team: call.caller.team });
      const perProject = call.store.all(projects, { team: call.caller.team }).map(({ id, body }) => ({
        project_id: id,
        name: body.name,
        articles: texts.filter(({ parent }) => parent === id).length,
      }));
      return {
        articles: texts.length,
        with_text: texts.filter(({ body }) => body.content !== null).length,
        projects: perProject,
      };
    },
    freshness: ages,
  },
});

function ages({ store, caller, now }: Call) {
  return store.all(articles, { team: caller.team }).map(({ id, parent, createdAt, body }) => {
    const changedAt = body.written_at ?? createdAt;
    const age_days = Math.floor((now() - changedAt) / days);
    const freshness = age_days < 180 ? 'fresh' : age_days < 365 ? 'aging' : 'stale';
    return { article_id: id, project_id: parent, title: body.title, updated_at: iso(changedAt), age_days, freshness };
  });
}
