import * as z from 'zod';
import { domain, id, text } from '../../fields.ts';
import { del, family, free, get, paged, post } from '../../operation.ts';

const request = { id, domain, status: text };

/** The contract does not show whether texts or ids are meant. */
const named = z.array(z.union([id, text]));

/** Document 2, "Wizard and project operations" and "States": article request. */
export const articleRequests = family(
  'article_requests',
  'Requests to be placed in an article on a partner site',
  { words: 'outreach placement partner portfolio backlink publication sponsored' },
  () => ({
    list: get('/ai-visibility/{id}/article-requests', {
      does: "List a tracking project's placement requests",
      output: paged(request),
    }),
    create: post('/ai-visibility/{id}/article-requests', {
      does: 'Ask for a placement on a partner domain',
      changes: 'Binding: goes to the partner with your consent. One active request a domain.',
      words: 'order book',
      remedies: { 409: 'article_requests.list' },
      input: {
        domain: domain.describe('The partner site'),
        prompts: named.describe('Prompts of the project, by text or id'),
        keywords: named.describe('Keywords of the project, by text or id'),
        message: text.optional(),
        consent: z.literal(true).describe('true: the brand agrees to the request'),
      },
      output: request,
      price: free,
      refuses: { 422: 'without consent', 409: 'while a request for the domain is active' },
    }),
    withdraw: del('/ai-visibility/{id}/article-requests/{requestId}', {
      does: 'Withdraw a placement request',
      changes: 'The request stays listed as withdrawn; a new one can be made.',
      words: 'cancel revoke delete',
      output: request,
      price: free,
    }),
  }),
);
