import { expect, test } from 'vitest';
import { visit, type Visit } from './visit.ts';

type Input = Readonly<Record<string, unknown>>;
type Row = readonly [name: string, input: Input, status: number, words?: string, token?: string];

const article = { keyword: 'stove', article_type: 'blog', target_length: 500 };
const analysis = { project_id: 1, domain: 'fjordkiste.example', keyword_limit: 100 };
const keywords = (text: string, name = 'terms.csv') => ({ project: 1, file: { name, content: text } });
const password = { current_password: 'sandbox-password', password: 'a new one', password_confirmation: 'a new one' };
const many = (count: number, one: unknown) => Array.from({ length: count }, () => one);

/** What the documents refuse of a new platform, and what the refusal says: a field, a code or a word. */
const refused: readonly Row[] = [
  // docs/platform/authentication.md#foreign-records: what another team owns is 403, or 404 where a row says so; what is
  // not there is 404.
  ['articles.generate', { id: 999, ...article }, 404],
  ['articles.get', { id: 1001 }, 403, '', 'sandbox-guest'],
  ['files.get', { id: 11001 }, 404, '', 'sandbox-guest'],
  ['grounding.audit', { id: 'aud_sample1' }, 404, 'audit_not_found', 'sandbox-guest'],
  ['grounding.audit', { id: 'aud_unknown' }, 404, 'audit_not_found'],
  ['grounding.batch_status', { id: 'bat_unknown' }, 404, 'batch_not_found'],
  ['prompt_tags.delete', { id: 21001 }, 404, '', 'sandbox-guest'],
  ['team.update_member', { user: 6003, role: 'admin' }, 404],
  ['team.remove_member', { user: 6006 }, 404],
  ['team.revoke_invitation', { id: 70002 }, 404, '', 'sandbox-guest'],
  ['citation_causality.lever', { project: 2001, key: '9lives', value: 'yes' }, 404],
  ['engines.signal', { signal: 'toString' }, 404],
  ['projects.activate_module', { module: 'unheard-of' }, 404],
  // A project of another team, wherever a body names one.
  ['bulk_generations.create', { project_id: 3, keywords: ['moss'] }, 403],
  ['competitor_analyses.create', { ...analysis, project_id: 3 }, 403],
  ['page_audit.create', { url: 'https://moosgarten.example/', tracking_project_id: 2002 }, 403],
  ['ingest.start', { prompts: [], project_id: 2001 }, 403, '', 'sandbox-guest'],
  ['content_audits.create', { source_url: 'https://a.example', tracking_project_id: 2002 }, 422, 'tracking_project_id'],
  ['grounding.batch', { urls: ['https://a.example'], seo_project_id: 3 }, 422],
  ['grounding.assign_project', { audit_ids: ['aud_sample1'], seo_project_id: 3 }, 422],
  // The wrong state.
  ['storylines.assemble_article', { id: 5002 }, 422],
  ['style_profiles.discard', { id: 12001 }, 422],
  ['files.delete_forever', { id: 11001 }, 409],
  ['agency.approve', { id: 52003 }, 403],
  ['team.revoke_invitation', { id: 70001 }, 422],
  ['content_audits.compare', { id: 8002, against: 8003 }, 422],
  // What lies behind cannot be reached.
  ['agentic_chat.chat', { message: 'fail' }, 502, 'upstream_api_error'],
  [
    'grounding.sitemap_audit',
    { filter: {}, sitemap_url: 'https://oars.invalid/sitemap.xml' },
    503,
    'sitemap_unreachable',
  ],
  // Values.
  ['storylines.create', { project: 1 }, 422, 'keyword'],
  ['keywords.ai_research', { project: 1, limit: 51 }, 422, 'limit'],
  ['keywords.import_csv', keywords('colour,size\nred,5\n'), 422, 'no_keyword_column'],
  ['keywords.import_csv', keywords(`keyword\n${'tent\n'.repeat(2001)}`), 422, 'file'],
  ['keywords.import_csv', keywords(`keyword\n${'x'.repeat(1024 * 1024)}\n`), 422, 'file'],
  ['keywords.import_csv', keywords('PK', 'terms.xlsx'), 422, 'file'],
  ['keywords.import_csv', { ...keywords('tent,5\n'), has_header: false }, 422, 'mapping'],
  ['knowledge_base.analyze_site', { project: 1, url: 'https://a.example', max_pages: 81 }, 422, 'max_pages'],
  ['files.bulk_delete', { ids: many(201, 1) }, 422, 'ids'],
  ['files.bulk_export', { ids: many(501, 1) }, 422, 'ids'],
  ['agentic_chat.chat', { message: 'x'.repeat(10_001) }, 422, 'message'],
  ['agentic_chat.chat', { message: 'Read until you overflow' }, 422, 'context_overflow'],
  ['grounding.analyze', { url: 'ftp://oars.example' }, 422, 'invalid_url'],
  ['grounding.analyze', { url: 'https://oars.example', frameworks: ['v9'] }, 422, 'invalid_framework'],
  ['grounding.batch', { urls: many(501, 'https://oars.example') }, 422, 'too_many_urls'],
  ['grounding.audits', { without_project: 1, seo_project_id: 1 }, 422],
  ['citation_causality.audit_pages', { projectId: 2001, urls: many(201, 'https://oars.example') }, 422, 'urls'],
  ['competitors.replace', { id: 2001, domains: many(51, 'a.example').map((one, n) => `${n}${String(one)}`) }, 422],
  ['competitors.replace', { id: 2001, domains: ['not a domain'] }, 422, 'domains'],
  [
    'competitor_analyses.create',
    { ...analysis, competitor_limit: 1, manual_competitors: ['a.example', 'b.example'] },
    422,
    'manual_competitors',
  ],
  [
    'competitor_analyses.create',
    { ...analysis, manual_competitors: ['https://www.FJORDKISTE.example/about'] },
    422,
    'manual_competitors',
  ],
  ['insights.diagnose_platform_gap', { id: 2001, platform: 'grok' }, 422, 'platform'],
  ['pipelines.create', { name: 'Empty', stages: [] }, 422, 'stages'],
  ['tracking_shares.create', { id: 2001, email: 'nobody@nowhere.example' }, 422, 'email'],
  ['tracking_shares.create', { id: 2001, email: 'member@nordlicht.example' }, 422, 'email'],
  ['account.change_password', { ...password, current_password: 'guess' }, 422, 'current_password'],
  ['account.change_password', { ...password, password_confirmation: 'another' }, 422, 'password_confirmation'],
  ['account.change_password', password, 422, '', 'sandbox-guest'],
  ['billing.upgrade_by_invoice', { plan: 'agency', cycle: 'yearly' }, 422],
  ['projects.create', { name: 'Elsewhere', country: 'ZZ' }, 422, 'country'],
  ['team.update_member', { user: 6001, role: 'member' }, 422],
  ['team.remove_member', { user: 6001 }, 422],
];

/** The status, and whether the refusal says what it is for. */
async function received({ call }: Visit, [name, input, , words = '', token]: Row): Promise<readonly [number, boolean]> {
  const { status, body } = await call(name, input, token);
  return [status, JSON.stringify(body).includes(words)];
}

test('what the documents refuse is refused, says why, draws nothing and changes nothing', async () => {
  const here = await visit();
  const wrong: string[] = [];
  for (const row of refused) {
    const [status, hasWords] = await received(here, row);
    if (status !== row[2] || !hasWords) wrong.push(`${row[0]} ${JSON.stringify(row[1]).slice(0, 100)}: ${status}`);
  }
  expect(wrong).toEqual([]);
  expect([await here.balance(), await here.balance('sandbox-guest')]).toEqual([1000, 1000]);
  // All of it again: nothing has begun that would change an answer.
  here.clock.pass(7_200);
  for (const row of refused) expect((await received(here, row))[0], row[0]).toBe(row[2]);
});
