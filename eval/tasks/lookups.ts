import type { Task } from '../task.ts';
import { recordsIn, says } from './reading.ts';

/** Questions: nothing may change, nothing may be paid. */
export const lookups: readonly Task[] = [
  {
    id: 'balance',
    text: 'How many credits does our team have, and on which day (YYYY-MM-DD) is the allotment renewed?',
    check: async ({ ask, answer }) => {
      const { balance, renews_at } = await ask('credits.balance');
      return says(answer.replace(/(\d),(\d{3})\b/g, '$1$2'), balance, renews_at.slice(0, 10));
    },
    credits: 0,
    calls: [['credits', {}]],
    answer: ([money]) => `${money.data.balance} credits, renewed on ${money.data.renews_at.slice(0, 10)}`,
  },
  {
    id: 'avi-score',
    text: 'What is the AVI score of Fjordkiste right now, and in which tier is it?',
    check: async ({ ask, answer }) => {
      const { score, tier } = await ask('reality_check.avi', { id: 2001 });
      return says(answer, score, tier);
    },
    credits: 0,
    calls: [['visibility_report', { brand: 'Fjordkiste', fields: ['avi'] }]],
    answer: ([report]) => `${report.data.avi.score}, ${report.data.avi.tier}`,
  },
  {
    id: 'visibility-trend',
    text: "Between its last two runs, from what to what did Fjordkiste's overall visibility move? Give both figures.",
    check: async ({ ask, answer }) => {
      const [before, last] = await ask('insights.scores', { id: 2001 });
      return says(answer, before.visibility, last.visibility);
    },
    credits: 0,
    calls: [['call_read', { operation: 'insights.scores', arguments: { id: 'Fjordkiste' } }]],
    answer: ([scores]) =>
      recordsIn(scores)
        .map(({ visibility }) => visibility)
        .join(' to '),
  },
  {
    id: 'weakest-assistant',
    text: 'On which AI assistant is Fjordkiste least visible, and what is its visibility there?',
    check: async ({ ask, answer }) => {
      const platforms = await ask('insights.platform_breakdown', { id: 2001 });
      const [weakest] = platforms.toSorted((a: never, b: never) => a['visibility'] - b['visibility']);
      return says(answer, weakest.platform, weakest.visibility);
    },
    credits: 0,
    calls: [['visibility_report', { brand: 'Fjordkiste', fields: ['platforms'] }]],
    answer: ([report]) =>
      report.data.platforms.map((one: Record<string, unknown>) => `${one['platform']} ${one['visibility']}`).join(', '),
  },
  {
    id: 'worst-page',
    text: 'We had fjordkiste.example audited before. Which page has the lowest SEO score in the newest finished audit, and what is the score?',
    check: async ({ ask, answer }) => {
      const { pages } = await ask('content_audits.pages', { id: 8002, sort: 'seo_score', dir: 'asc' });
      return says(answer, pages.data[0].url.replace(/^https?:\/\//, ''), pages.data[0].seo_score);
    },
    credits: 0,
    calls: [
      [
        'call_read',
        { operation: 'content_audits.list', arguments: {}, fields: ['source_url', 'created_at', 'status'] },
      ],
      [
        'call_read',
        ([audits]) => ({
          operation: 'content_audits.pages',
          arguments: { id: recordsIn(audits)[0]?.id, sort: 'seo_score', dir: 'asc', per_page: 1 },
          fields: ['pages.data.url', 'pages.data.seo_score'],
        }),
      ],
    ],
    answer: ([, pages]) => JSON.stringify(recordsIn(pages, 'pages.data')[0]),
  },
  {
    id: 'audit-progress',
    text: 'Between the two latest finished audits of fjordkiste.example, how many issues were fixed and how many are new?',
    check: async ({ ask, answer }) => {
      const { issues } = await ask('content_audits.compare', { id: 8002 });
      return says(answer, issues.fixed.length, issues.new.length);
    },
    credits: 0,
    calls: [
      [
        'call_read',
        { operation: 'content_audits.list', arguments: {}, fields: ['source_url', 'created_at', 'status'] },
      ],
      [
        'call_read',
        ([audits]) => ({
          operation: 'content_audits.compare',
          arguments: { id: recordsIn(audits)[0]?.id },
          fields: ['issues.new[0:0]', 'issues.fixed[0:0]'],
        }),
      ],
    ],
    answer: ([, compared]) => `${compared.counts['issues.fixed']} fixed, ${compared.counts['issues.new']} new`,
  },
  {
    id: 'best-gap',
    text: 'In our competitor analysis "Boxes": which keyword gap has the highest search volume?',
    check: async ({ ask, answer }) => {
      const gaps = await ask('competitor_analyses.gaps', { id: 15001, per_page: 100 });
      const [best] = gaps.toSorted((a: never, b: never) => b['search_volume'] - a['search_volume']);
      // Others may follow, as what it is compared with; the first one named is the answer.
      const at = (keyword: string): number => answer.toLowerCase().indexOf(keyword.toLowerCase());
      return (
        says(answer, best.keyword) &&
        gaps.every((gap: never) => gap === best || at(gap['keyword']) < 0 || at(gap['keyword']) > at(best.keyword))
      );
    },
    credits: 0,
    calls: [
      ['call_read', { operation: 'competitor_analyses.list', arguments: {}, fields: ['name'] }],
      [
        'call_read',
        ([analyses]) => ({
          operation: 'competitor_analyses.gaps',
          arguments: { id: recordsIn(analyses)[0]?.id, per_page: 100 },
          fields: ['keyword', 'search_volume'],
        }),
      ],
    ],
    answer: ([, gaps]) =>
      recordsIn(gaps).reduce((best, gap) => (gap.search_volume > best.search_volume ? gap : best)).keyword,
  },
  {
    id: 'expiring-file',
    text: 'Which of our files expires first, and on which day (YYYY-MM-DD)?',
    check: async ({ ask, answer }) => {
      const files = await ask('files.list');
      const [first] = files
        .filter((file: never) => file['expires_at'] !== null)
        .toSorted((a: never, b: never) => String(a['expires_at']).localeCompare(b['expires_at']));
      return says(answer, first.original_name, first.expires_at.slice(0, 10));
    },
    credits: 0,
    calls: [['call_read', { operation: 'files.list', arguments: {}, fields: ['original_name', 'expires_at'] }]],
    answer: ([files]) => {
      const dated = recordsIn(files).filter(({ expires_at }) => expires_at);
      const first = dated.reduce((one, other) => (other.expires_at < one.expires_at ? other : one));
      return `${first.original_name}, ${first.expires_at.slice(0, 10)}`;
    },
  },
  {
    id: 'false-claims',
    text: 'How many claims that AI assistants make about Fjordkiste are open, and how many of those are of high severity?',
    check: async ({ ask, answer }) => {
      const claims = await ask('accuracy.list', { id: 2001, resolution_status: 'open', per_page: 100 });
      return says(answer, claims.length, claims.filter((claim: never) => claim['severity'] === 'high').length);
    },
    credits: 0,
    calls: [['check_brand_facts', { brand: 'Fjordkiste', fields: ['open_claims', 'by_severity'] }]],
    answer: ([facts]) => `${facts.data.open_claims} open, ${facts.data.by_severity.high} high`,
  },
  {
    id: 'review-rating',
    text: 'Which of our review sources has the better average rating, and what is it?',
    check: async ({ ask, answer }) => {
      const sources = await ask('review_sources.list');
      const [best] = sources.toSorted((a: never, b: never) => b['avg_rating'] - a['avg_rating']);
      return says(answer, best.platform, best.avg_rating);
    },
    credits: 0,
    calls: [['call_read', { operation: 'review_sources.list', arguments: {}, fields: ['platform', 'avg_rating'] }]],
    answer: ([sources]) => {
      const best = recordsIn(sources).reduce((one, other) => (other.avg_rating > one.avg_rating ? other : one));
      return `${best.platform}, ${best.avg_rating}`;
    },
  },
  {
    id: 'top-source',
    text: 'Which website that is not our own do AI assistants cite most often when asked about Fjordkiste?',
    check: async ({ ask, answer }) => {
      const domains = await ask('cited_sources.list', {
        id: 2001,
        group_by: 'domain',
        sort: 'citations_desc',
        per_page: 25,
      });
      const others = domains.filter((one: never) => one['is_own_domain'] !== true);
      return says(answer, others[0].domain) && !says(answer, others[1].domain);
    },
    credits: 0,
    calls: [['visibility_report', { brand: 'Fjordkiste', fields: ['cited_sources'] }]],
    answer: ([report]) => recordsIn(report, 'cited_sources').find(({ own }) => !own)?.domain,
  },
  {
    id: 'price-of-run',
    text: 'What would one full run of all prompts of Fjordkiste cost, and what do the scheduled runs cost a month? Do not start anything.',
    check: async ({ ask, answer }) => {
      const { credits_per_run, monthly_credits } = await ask('tracking.cost_preview', { id: 2001 });
      return says(answer, credits_per_run, monthly_credits);
    },
    credits: 0,
    calls: [['call_read', { operation: 'tracking.cost_preview', arguments: { id: 'Fjordkiste' } }]],
    answer: ([price]) => `${price.data.credits_per_run} a run, ${price.data.monthly_credits} a month`,
  },
];
