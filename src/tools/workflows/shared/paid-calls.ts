import type { OperationName } from '../../../catalog/operation-types.ts';
import type { Fields } from '../../../json/is-fields.ts';
import { siteAddress, webAddress } from './web-address.ts';

export interface PaidPart {
  readonly operation: OperationName;
  readonly arguments: Fields;
}

/** Stands for an id that the price does not depend on. */
const any = 1;

/**
 * The calls that cost something when a workflow is called with these arguments, for an estimate. What it finds done
 * already it does not pay for: the price is an upper bound.
 */
export const paidCalls: Readonly<Record<string, (given: Fields) => readonly PaidPart[]>> = {
  write_article: ({ storyline, keyword = 'any', target_length = 1200 }) =>
    storyline === undefined
      ? [{ operation: 'articles.generate', arguments: { id: any, keyword, article_type: 'blog', target_length } }]
      : [{ operation: 'storylines.assemble_article', arguments: { id: storyline } }],
  research_keywords: ({ seeds }) =>
    Array.isArray(seeds) && seeds.length > 0
      ? [{ operation: 'keywords.research', arguments: { body: { keywords: seeds } } }]
      : [{ operation: 'keywords.ai_research', arguments: { project: any } }],
  audit_page: ({ url }) => [{ operation: 'page_audit.create', arguments: { url: webAddress(String(url)) } }],
  audit_site: ({ site }) => [
    { operation: 'content_audits.create', arguments: { source_url: siteAddress(String(site)) } },
  ],
  ground_urls: ({ urls }) => {
    const pages = [...new Set(Array.isArray(urls) ? urls.map((url) => String(url).trim()) : [])];
    return pages.length === 1
      ? [{ operation: 'grounding.analyze', arguments: { url: pages[0] } }]
      : [{ operation: 'grounding.batch', arguments: { urls: pages } }];
  },
  track_brand: ({ domain, country, language, brand, first_run }) => [
    {
      operation: 'ingest.start',
      arguments: {
        prompts: [],
        domain,
        brand: domain === undefined ? brand : undefined,
        country,
        language,
        start_run: first_run === true || undefined,
      },
    },
  ],
  visibility_report: () => [],
  check_brand_facts: () => [],
  ask_agent: ({ message, answer }) =>
    answer === undefined
      ? [{ operation: 'agentic_chat.chat', arguments: { message: message ?? 'any' } }]
      : [{ operation: 'agentic_chat.answer_question', arguments: { id: any, option_label: answer } }],
};
