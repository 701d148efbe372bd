import { bareDomain } from '../shared/bare-domain.ts';
import type { Implementation } from '../../engine/implementation.ts';
import { kind, type Id, type Row } from '../../engine/kind.ts';
import { iso } from '../../engine/platform-time.ts';
import { invalid, refuse } from '../../engine/http/refusal.ts';
import { slices } from '../../engine/http/reply.ts';
import { partOf, trackingProjectOf } from '../tracking/brand/project-of.ts';

interface ArticleRequest {
  domain: string;
  prompts: readonly Id[];
  keywords: readonly Id[];
  message: string | null;
  status: 'active' | 'withdrawn';
  requested_by: number;
}

const articleRequests = kind<ArticleRequest>('article_request');

const show = ({ id, parent, createdAt, body }: Row<ArticleRequest>) => ({
  id,
  tracking_project_id: parent,
  ...body,
  created_at: iso(createdAt),
});

/** Document 2, "Wizard and project operations" and "States": article request. */
export const articleRequestFamily: Implementation = {
  family: 'article_requests',
  operations: {
    list: (call) => slices(call.store.all(articleRequests, { parent: trackingProjectOf(call).id }), show),
    create: (call) => {
      const { given } = call;
      const { id: parent } = trackingProjectOf(call);
      const domain = bareDomain(given.text('domain'));
      if (domain === undefined) throw invalid({ domain: ['The domain field is no domain.'] });
      const active = call.store
        .all(articleRequests, { parent })
        .some(({ body }) => body.domain === domain && body.status === 'active');
      if (active) throw refuse(409, `A request for ${domain} is active already.`);
      const wish = {
        domain,
        prompts: given.ids('prompts'),
        keywords: given.ids('keywords'),
        message: given.maybeText('message') ?? null,
      };
      return show(call.add(articleRequests, { ...wish, status: 'active', requested_by: call.caller.user }, { parent }));
    },
    withdraw: (call) => {
      const row = partOf(call, articleRequests, call.given.id('requestId'));
      row.body.status = 'withdrawn';
      call.store.save(row);
      return show(row);
    },
  },
};
