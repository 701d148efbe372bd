import * as z from 'zod';
import {
  count,
  domain,
  flag,
  id,
  number,
  platform,
  possibilityScale,
  range,
  text,
  timestamp,
  url,
} from '../../vocabulary/fields.ts';
import { assumedCsv, family, get, maybe, paged, patch, post, unlisted } from '../../vocabulary/index.ts';

const outreach = z.enum(['neu', 'anfrage_gestellt', 'verlinkt', 'abgelehnt', 'ignoriert']);

const sort = z.enum([
  'reach_desc',
  'reach_asc',
  'citations_desc',
  'citations_asc',
  'urls_desc',
  'urls_asc',
  'value_desc',
  'value_asc',
  'possibility_desc',
  'possibility_asc',
  'domain_az',
  'domain_za',
  'first_seen',
  'first_seen_desc',
  'last_seen',
  'last_seen_asc',
  'opportunity_desc',
  'portfolio_desc',
]);

export const source = {
  id,
  url,
  domain,
  is_own_domain: flag,
  in_portfolio: flag.describe('Outreach is possible'),
  citation_possibility_score: z.int().nullable().describe(possibilityScale),
  effective_possibility: z.int().nullable().describe(possibilityScale),
  content_type: text.nullable(),
  content_type_reason: z
    .enum(['own_domain', 'fetch_failed', 'pending', 'unclassified'])
    .nullable()
    .describe('Why content_type is empty'),
  outreach_status: outreach,
  notes: z.string().nullable(),
};

/** What a row tells beside the fields of docs/platform/insights.md#cited-sources. */
export const measured = maybe({
  platforms: z.array(text),
  citations: count,
  reach: number,
  value_score: number,
  first_seen: timestamp,
  last_seen: timestamp,
});

/** A row of the view grouped by domain. */
const grouped = {
  domain,
  url_count: count,
  citations: count,
  platforms: z.array(text),
  avg_value_score: number.nullable(),
  avg_possibility_score: number.nullable().describe(possibilityScale),
  avg_reach: number.nullable(),
  first_seen: timestamp,
  last_seen: timestamp,
  is_own_domain: flag,
  in_portfolio: flag,
};

/** Rules: docs/platform/insights.md#cited-sources. */
export const citedSources = family(
  'cited_sources',
  'The pages and domains AI assistants cite, and outreach to them',
  {
    words:
      'citations links references mentions backlinks outreach domains websites chatbots quote, where assistants get their answers from',
    meanings: {
      neu: 'new',
      anfrage_gestellt: 'asked',
      verlinkt: 'links to us',
      abgelehnt: 'declined',
      ignoriert: 'ignored',
    },
  },
  () => ({
    list: get('/tracking-projects/{id}/cited-sources', {
      does: 'List cited sources, or cited domains with group_by',
      asked:
        'find filter rank opportunities, which websites pages do chatbots quote refer to take their information from, who gets cited, where to do outreach, domains referred to most, citations per domain, publishers to contact, source opportunities',
      input: {
        domain: text.optional(),
        outreach_status: outreach.optional(),
        is_own_domain: flag.optional(),
        sort: sort.optional(),
        group_by: z.literal('domain').optional().describe('domain: one row a domain, over the window of from and to'),
        from: range.from.describe('First day, YYYY-MM-DD, with group_by (30 days ago)'),
        to: range.to.describe('Last day, YYYY-MM-DD, with group_by'),
        platform: platform.optional().describe('With group_by'),
      },
      output: paged(z.object({ ...source, ...grouped, ...measured }).partial().shape, 25, 100),
      concise:
        'id url domain url_count platforms citations is_own_domain in_portfolio effective_possibility avg_value_score avg_possibility_score outreach_status last_seen',
      refuses: { 422: 'for an unknown sort' },
    }),
    export: get('/tracking-projects/{id}/cited-sources/export', {
      does: 'Download the cited sources as CSV',
      asked: 'spreadsheet, spreadsheet table of the quoted websites, source list as table',
      input: {
        ...range,
        status: outreach.optional(),
        platform: platform.optional(),
        search: text.optional(),
        sort: sort.optional(),
      },
      // No columns are shown; these are the fields of a row.
      output: assumedCsv(...Object.keys(source)),
    }),
    analyze: post('/tracking-projects/{id}/cited-sources/analyze', {
      idFrom: { source_ids: 'cited_sources.list' },
      does: 'Fetch and classify cited sources; all unanalyzed ones by default',
      changes: 'Embedded platform: fills content type and scores; outreach status and notes stay.',
      asked:
        'scan content type possibility score, have a closer look at the quoted pages, what kind of content are they, can we get in there, classify sources, score citation possibility',
      example: { source_ids: [1] },
      input: { source_ids: z.array(id).optional() },
      output: { queued: count, estimated_seconds: count },
      status: 202,
      price: unlisted('fetches and classifies each source; the row states no cost'),
      shows: 'content_type in cited_sources.list',
    }),
    update: patch('/tracking-projects/{id}/cited-sources/{source_id}', {
      does: 'Change the outreach status or notes of a cited source',
      changes:
        'The status words are German: neu, anfrage_gestellt, verlinkt, abgelehnt, ignoriert. Notes are replaced.',
      asked:
        'mark edit contacted linked rejected ignored, we contacted wrote to this website, it linked us, they refused, ignore it, outreach note, set outreach state, add notes to a source, mark as linked, blogger publisher said no or yes, they will link to us',
      input: { outreach_status: outreach.optional(), notes: z.string().nullable().optional() },
      output: z.object({ ...source, ...measured }).partial().shape,
    }),
  }),
);
