import { hostileTexts } from '../../support/hostile-texts.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);
const date = (n: number): string => new Date(start + n * day).toISOString();

/** Data of each view as the embedded platform gives it. */
const real: Readonly<Record<string, object>> = {
  report: {
    brand: 'Fjordkiste',
    domain: 'fjordkiste.example',
    period: { from: '2026-10-24', to: '2026-11-22', days: 30 },
    avi: {
      score: 36,
      tier: 'red',
      dimensions: { presence: 54, prominence: 19, accuracy: 21, sentiment: 22, recommendation: 66, citation: 38 },
    },
    overall: { visibility: 42, answers: 104 },
    prompts: 12,
    next_steps: [
      { do: 'correct_claims', count: 1 },
      { do: 'diagnose_platform', platform: 'perplexity', credits: 1 },
      { do: 'improve', dimension: 'prominence', text: 'Say first what the brand is best at.' },
    ],
    potential: {
      total_queries: 52,
      mentions_count: 30,
      top_competitor: { brand: 'Kistenwerk', visibility: 48 },
      top_potential_prompts: ['Which camping box lasts longest?'],
    },
    trend: {
      scores: [
        { date: date(0), avi_score: 40 },
        { date: date(7), avi_score: 36 },
      ],
    },
    platforms: [
      {
        platform: 'chatgpt',
        total: 52,
        visibility: 72,
        avg_position: 2,
        sentiment: 'positive',
        recommendation_rate: 43,
        citation_rate: 12,
      },
      { platform: 'perplexity', visibility: 12, recommendation_rate: 39, citation_rate: 'not measurable' },
    ],
    share_of_voice: {
      own: 27.8,
      competitors: 10,
      by_competitor: [
        { brand: 'Kistenwerk', share: 7 },
        { brand: 'Zeltundco', share: 3 },
      ],
      others: 62.2,
      of: 'citations of the 6 most cited domains',
    },
    low_hanging_fruit: [{ url: 'https://testlabor.example/article-6', citations: 10, effective_possibility: 93 }],
    cited_sources: [
      { domain: 'fjordkiste.example', citations: 27, possibility: 44, own: true },
      { domain: 'kistenrat.example', citations: 18, possibility: 39.5 },
    ],
    tracking_project_id: 1,
    false_claims: [
      {
        claim_id: 3,
        severity: 'critical',
        platform: 'chatgpt',
        claim: 'Fjordkiste has closed its workshop',
        said: 'As far as is known, Fjordkiste has closed its workshop.',
        truth: 'The workshop is open on six days a week.',
        truth_source: 'https://fjordkiste.example/about',
      },
    ],
    compared: {
      from: '2026-09-24',
      to: '2026-10-23',
      index: { before: 31, after: 36, change: 5 },
      platforms: [{ platform: 'chatgpt', visibility: { before: 80, after: 72, change: -8 } }],
      share_of_voice: {
        own: { before: 30.1, after: 27.8, change: -2.3 },
        competitors: { before: 10, after: 10, change: 0 },
      },
      most_moved: [
        { what: 'chatgpt visibility', before: 80, after: 72, change: -8, from: 'insights.platform_breakdown' },
      ],
      cited_domains: { gained: ['neues-magazin.example'], lost: [] },
      claims: { gained: ['Fjordkiste has closed its workshop'], lost: ['Fjordkiste is sold out'] },
      not_available: {
        dimensions: 'The platform has dimensions of its latest run alone, so that they are not compared.',
      },
    },
  },
  keywords: {
    keywords: 12,
    ranked_by: 'opportunity: monthly volume weighted by what difficulty leaves',
    clusters: [
      {
        cluster: 'tent pegs examples',
        opportunity: 1858,
        volume: 3830,
        difficulty: 46,
        intent: 'informational',
        keywords: ['tent pegs examples (980)', 'tent pegs rental (810)'],
      },
      {
        cluster: 'Zeltheringe',
        opportunity: 1_700,
        volume: 1_900,
        intent: 'informational',
        keywords: ['Zeltheringe (1,900)'],
      },
      { cluster: 'tent pegs test', opportunity: 600, volume: 1310, difficulty: 53, intent: 'commercial', keywords: [] },
    ],
  },
  audit: {
    site: 'https://fjordkiste.example',
    score: 77.5,
    pages: 24,
    total_issues: 57,
    issues_by_type: { error: 11, warning: 27, info: 19 },
    issues_by_category: { description: 13, structure: 11 },
    worst_pages: [
      { url: 'https://fjordkiste.example/rental', seo_score: 39, issues: ['error: An internal link answers 404.'] },
    ],
  },
  credits: {
    balance: 949,
    renews_at: '2026-12-03T00:00:00.000Z',
    totals: { charged: 81, reserved: 5 },
    limits: [
      { limit: '75/call', spent: 0, reserved: 0, left: 75 },
      { limit: '200/day', spent: 81, reserved: 5, left: 114, resets_at: '2026-11-23T00:00:00.000Z' },
    ],
    reservations: [
      {
        operation: 'articles.generate',
        credits: 5,
        state: 'dispatched',
        since: '2026-11-22T07:14:02.955Z',
        job_id: 'job_1',
      },
    ],
    spent_by_day: [
      { day: '2026-11-21', charged: 40 },
      { day: '2026-11-22', charged: 41 },
    ],
    spent_30_days: [{ operation: 'page_audit.create', calls: 1, charged: 75 }],
  },
  article: {
    article_id: 7,
    text_left_out: '6,000 characters; fields ["text"] gives all',
    title: 'tent pegs',
    words: 1161,
    language: 'en',
    status: 'ready',
    published_as: 'draft',
    text: '<<7dd6512a\n# tent pegs\n\nA **short** introduction.\n\n## What it costs\n\n- One\n- Two\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n7dd6512a>>',
  },
  jobs: {
    jobs: [
      { job_id: 'job_1', operation: 'articles.generate', state: 'running', progress: 40, started_at: date(1) },
      {
        job_id: 'job_2',
        operation: 'tracking.analyze',
        state: 'needs_you',
        progress: 60,
        started_at: date(2),
        answer_with: 'ingest.start',
      },
      { job_id: 'job_3', operation: 'page_audit.create', state: 'completed', started_at: date(0), charged: 75 },
    ],
  },
};

/** The data with each text replaced, and each list repeated. */
function changed(data: unknown, change: (text: string) => string, times: number): unknown {
  if (typeof data === 'string') return /^\d{4}-/.test(data) ? data : change(data);
  if (Array.isArray(data))
    return Array.from({ length: times }, () => data.map((one) => changed(one, change, times))).flat();
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, changed(value, change, times)]));
}

/** The same shapes with texts that attack a reader. */
function hostile(data: object | undefined): unknown {
  let n = 0;
  const attack = (text: string): string =>
    text.startsWith('https:') ? 'javascript:alert(1)' : (hostileTexts[n++ % hostileTexts.length] ?? '');
  return changed(data, attack, 4);
}

/** Dozens of everything, with long names. */
function huge(data: object | undefined): unknown {
  let n = 0;
  return changed(data, (text) => `${text} ${'x'.repeat(n % 90)} ${n++}`, 30);
}

const failed = {
  ok: false,
  error: { code: 'budget_exceeded', message: 'Does not fit: 25 of 200 credits are left today.', next: 'Ask a person.' },
};

/** Results as `tools/call` returns them, by kind of data. */
export const resultsOf = (name: string): Readonly<Record<string, object>> => ({
  real: succeeded(real[name]),
  empty: succeeded({}),
  error: { isError: true, content: [{ type: 'text', text: JSON.stringify(failed) }], structuredContent: failed },
  hostile: succeeded(hostile(real[name])),
  huge: succeeded(huge(real[name])),
});

const succeeded = (data: unknown): object => {
  const structuredContent = { ok: true, sandbox: true, data };
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
};
