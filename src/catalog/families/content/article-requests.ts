import * as z from 'zod';
import { del, domain, family, free, get, id, maybe, paged, post, text, timestamp } from '../../vocabulary/index.ts';

/** The contract does not show whether texts or ids are meant. */
const idsOrTexts = z.array(z.union([id, text]));

const request = {
  id,
  domain,
  status: text,
  ...maybe({
    tracking_project_id: id,
    prompts: idsOrTexts,
    keywords: idsOrTexts,
    message: text,
    requested_by: id,
    created_at: timestamp,
  }),
};

/** Rules: docs/platform/content.md#article-requests. */
export const articleRequests = family(
  'article_requests',
  'Requests to be placed in an article on a partner site',
  {
    words:
      "outreach placement partner portfolio backlink publication sponsored guest post on a partner website, mention on someone else's site, magazine newspaper press, backlink",
  },
  () => ({
    list: get('/ai-visibility/{id}/article-requests', {
      does: "List a tracking project's placement requests",
      asked:
        'which guest posts have we asked for, state of our placements, partner placements requested, pending guest articles',
      output: paged(request),
    }),
    create: post('/ai-visibility/{id}/article-requests', {
      does: 'Ask for a placement on a partner domain',
      changes: 'A placement request with your consent. One active request a domain.',
      asked:
        'order book, ask a partner website to write publish about us, order a guest post, get a backlink, order placement on a domain, sponsored article, ask partner for publication',
      remedies: { 409: 'article_requests.list' },
      input: {
        domain: domain.describe('The partner site'),
        prompts: idsOrTexts.describe('Prompts of the project, by text or id'),
        keywords: idsOrTexts.describe('Keywords of the project, by text or id'),
        message: text.optional(),
        consent: z.literal(true).describe('true: the brand agrees to the request'),
      },
      example: { prompts: ['Which trail running shoes last longest?'], keywords: ['trail running shoes'] },
      output: request,
      price: free,
      refuses: { 422: 'without consent', 409: 'while a request for the domain is active' },
    }),
    withdraw: del('/ai-visibility/{id}/article-requests/{requestId}', {
      does: 'Withdraw a placement request',
      changes: 'Its status becomes withdrawn.',
      asked:
        'cancel revoke delete, take back a guest post request, changed my mind about the partner site, no longer want it, cancel placement, retract request',
      output: request,
      price: free,
    }),
  }),
);
