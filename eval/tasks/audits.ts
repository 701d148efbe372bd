import type { Task } from '../task.ts';
import { idOf, recordsIn, says } from './reading.ts';

const audits = [
  'call_read',
  { operation: 'content_audits.list', arguments: {}, fields: ['source_url', 'created_at', 'status'] },
] as const;

/** Audits, monitors and measurements. */
export const auditing: readonly Task[] = [
  {
    id: 'ground-two',
    text: 'Check whether AI assistants could cite https://moosgarten.example/ferns and https://moosgarten.example/stones. What are the two scores?',
    check: async ({ ask, answer }) => {
      const made = (await ask('grounding.audits', { domain: 'moosgarten.example' })).filter((one: never) =>
        /ferns|stones/.test(one['url']),
      );
      return made.length === 2 && says(answer, ...made.map((one: never) => Number(one['score'])));
    },
    credits: 2,
    calls: [['ground_urls', { urls: ['https://moosgarten.example/ferns', 'https://moosgarten.example/stones'] }]],
    answer: ([result]) => result.data.audits.map((one: { score: number }) => one.score).join(', '),
  },
  {
    id: 'grounded-today',
    text: 'How citable for AI assistants is https://fjordkiste.example/packing? We may have had it checked today: do not pay twice.',
    check: async ({ ask, answer }) => {
      const known = (await ask('grounding.audits')).find((one: never) => String(one['url']).endsWith('/packing'));
      return says(answer, known.score);
    },
    credits: 0,
    calls: [['ground_urls', { urls: ['https://fjordkiste.example/packing'], fields: ['audits.score'] }]],
    answer: ([known]) => String(recordsIn(known, 'audits')[0]?.score),
  },
  {
    id: 'audit-site',
    text: 'Have the site moosgarten.example crawled and audited, and tell me how many pages it covered and the score.',
    check: async ({ ask, answer }) => {
      const [made] = await ask('content_audits.list', { status: 'completed' });
      return made.source_url.includes('moosgarten') && says(answer, made.total_pages, made.avg_seo_score);
    },
    credits: 10,
    calls: [['audit_site', { site: 'Moosgarten' }]],
    answer: ([audit]) => `${audit.data.pages} pages, ${audit.data.score}`,
  },
  {
    id: 'solve-page',
    text: 'The page /contact in the newest audit of fjordkiste.example is fixed. Mark it as solved, and only it.',
    check: async ({ ask }) => {
      const { pages } = await ask('content_audits.pages', { id: 8002, status: 'solved' });
      return pages.data.length === 1 && pages.data[0].url.endsWith('/contact');
    },
    credits: 0,
    calls: [
      audits,
      [
        'call_read',
        ([found]) => ({
          operation: 'content_audits.pages',
          arguments: { id: recordsIn(found)[0]?.id },
          fields: ['pages.data.url'],
        }),
      ],
      [
        'call_write',
        ([, found]) => ({
          operation: 'content_audits.mark_page',
          arguments: { id: idOf(found, '/contact', 'pages.data'), is_solved: true },
        }),
      ],
    ],
  },
  {
    id: 'solve-many',
    text: 'In the newest audit of fjordkiste.example, mark every page of priority high as solved.',
    check: async ({ ask }) => {
      const { pages } = await ask('content_audits.pages', { id: 8002, status: 'solved' });
      const { pages: open } = await ask('content_audits.pages', { id: 8002, status: 'open' });
      return (
        pages.data.length > 1 &&
        pages.data.every((page: never) => page['priority'] === 'high') &&
        open.data.every((page: never) => page['priority'] !== 'high')
      );
    },
    credits: 0,
    calls: [
      audits,
      [
        'call_write',
        ([found]) => ({
          operation: 'content_audits.mark_pages',
          arguments: { id: recordsIn(found)[0]?.id, filter: { priority: 'high' }, is_solved: true },
        }),
      ],
    ],
  },
  {
    id: 'orphan-pages',
    text: 'Find out how many pages of Moosgarten no other page links to. It may cost up to 30 credits.',
    check: async ({ ask, answer }) => {
      const data = await ask('orphan_scans.get', { id: 49002 });
      return data.status === 'completed' && says(answer, data.orphans_count);
    },
    credits: 24,
    calls: [
      ['call_write', { operation: 'orphan_scans.discover', arguments: { project: 'Moosgarten' } }],
      [
        'call_paid',
        ([scan]) => ({ operation: 'orphan_scans.start', arguments: { id: scan.data.id }, fields: ['url'] }),
      ],
    ],
    answer: ([, pages]) => `${pages.page?.total ?? recordsIn(pages).length} orphans`,
  },
  {
    id: 'pause-monitor',
    text: 'Pause the monitoring of https://fjordkiste.example during our move.',
    check: async ({ ask }) => (await ask('site_monitor.get', { id: 93001 })).status === 'paused',
    credits: 0,
    calls: [
      ['call_read', { operation: 'site_monitor.list', arguments: {}, fields: ['url'] }],
      ['call_write', ([found]) => ({ operation: 'site_monitor.pause', arguments: { id: idOf(found, 'fjordkiste') } })],
    ],
  },
  {
    id: 'link-property',
    text: 'Link the Search Console property of moosgarten.example to the platform.',
    check: async ({ ask }) => (await ask('google.gsc_properties')).every((one: never) => one['linked'] === true),
    credits: 0,
    calls: [
      ['call_read', { operation: 'google.gsc_properties', arguments: {}, fields: ['name', 'linked'] }],
      [
        'call_write',
        ([found]) => ({ operation: 'google.link_gsc_property', arguments: { p: idOf(found, 'moosgarten') } }),
      ],
    ],
  },
];
