import { domainIn } from '../shared/bare-domain.ts';
import { implement, type Stored } from '../../engine/implement.ts';
import { change, kind, type Row } from '../../engine/documents.ts';
import { iso } from '../../engine/platform-time.ts';
import { refuse } from '../../engine/http/refusal.ts';
import { slices } from '../../engine/http/reply.ts';
import { partOf, trackingProjectOf } from '../tracking/brand/project-of.ts';

type ArticleRequest = Stored<'article_requests.list'>;

const articleRequests = kind<ArticleRequest>('article_request');

const show = ({ id, parent, createdAt, body }: Row<ArticleRequest>) => ({
  id,
  tracking_project_id: parent,
  ...body,
  created_at: iso(createdAt),
});

/** Rules: docs/platform/content.md#article-requests. */
export const articleRequestFamily = implement('article_requests', {
  operations: {
    list: (call) => slices(call.store.all(articleRequests, { parent: trackingProjectOf(call).id }), show),
    create: (call) => {
      const { input } = call;
      const { id: parent } = trackingProjectOf(call);
      const domain = domainIn(input.domain, 'domain', 'The domain field is no domain.');
      const active = call.store
        .all(articleRequests, { parent })
        .some(({ body }) => body.domain === domain && body.status === 'active');
      if (active) throw refuse(409, `A request for ${domain} is active already.`);
      const body: ArticleRequest = {
        domain,
        prompts: [...input.prompts],
        keywords: [...input.keywords],
        message: input.message ?? null,
        status: 'active',
        requested_by: call.caller.user,
      };
      return show(call.add(articleRequests, body, { parent }));
    },
    withdraw: (call) => show(change(partOf(call, articleRequests, call.input.requestId), { status: 'withdrawn' })),
  },
});
