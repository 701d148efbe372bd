import type { Task } from '../task.ts';
import { idOf, says } from './reading.ts';

/** Texts, keywords, plans and knowledge. */
export const content: readonly Task[] = [
  {
    id: 'write-article',
    text: 'Have a blog article of about 600 words written for the keyword "winter moss" in our project Moosgarten.',
    check: async ({ ask }) =>
      (await ask('articles.list', { project: 2, per_page: 100 })).some(
        (one: never) => /winter moss/i.test(one['title']) && String(one['content'] ?? '').length > 500,
      ),
    credits: 5,
    calls: [['write_article', { project: 'Moosgarten', keyword: 'winter moss', target_length: 600 }]],
  },
  {
    id: 'article-there-already',
    text: 'We need an article titled "Stove care" in Fjordkiste. If there is one with a text already, do not pay for another: just tell me its id.',
    check: async ({ ask, answer }) => {
      const articles = await ask('articles.list', { project: 1, per_page: 100 });
      const known = articles.filter((one: never) => one['title'] === 'Stove care');
      return known.length === 1 && says(answer, known[0].id);
    },
    credits: 0,
    calls: [['write_article', { project: 'Fjordkiste', keyword: 'stove care', title: 'Stove care' }]],
    answer: ([article]) => `id ${article.data.article_id}`,
  },
  {
    id: 'approve-storyline',
    text: 'Approve the storyline about camping boxes in Fjordkiste.',
    check: async ({ ask }) => (await ask('storylines.get', { id: 5001 })).status === 'approved',
    credits: 0,
    calls: [
      [
        'call_read',
        {
          operation: 'storylines.list',
          arguments: { project: 'Fjordkiste' },
          fields: ['keyword'],
        },
      ],
      ['call_write', ([found]) => ({ operation: 'storylines.approve', arguments: { id: idOf(found, 'camping box') } })],
    ],
  },
  {
    id: 'article-from-storyline',
    text: 'There is a finished storyline about camping boxes in Fjordkiste. Have its article written.',
    check: async ({ ask }) => {
      const { article_id } = await ask('storylines.get', { id: 5001 });
      return article_id !== null && (await ask('articles.get', { id: article_id })).content.length > 500;
    },
    credits: 10,
    calls: [
      [
        'call_read',
        {
          operation: 'storylines.list',
          arguments: { project: 'Fjordkiste' },
          fields: ['keyword'],
        },
      ],
      ['write_article', ([found]) => ({ storyline: idOf(found, 'camping box') })],
    ],
  },
  {
    id: 'plan-content',
    text: 'Put "Moss in spring" into the content calendar of Moosgarten for 1 March 2027.',
    check: async ({ ask }) =>
      (await ask('calendar.list', { project: 2 })).some(
        (one: never) => one['title'] === 'Moss in spring' && JSON.stringify(one).includes('2027-03-01'),
      ),
    credits: 0,
    calls: [
      [
        'call_write',
        {
          operation: 'calendar.create',
          arguments: {
            project: 'Moosgarten',
            body: { title: 'Moss in spring', scheduled_for: '2027-03-01' },
          },
        },
      ],
    ],
  },
  {
    id: 'move-plan',
    text: 'Move the calendar entry "Packing for rain" of Fjordkiste to 24 December 2026.',
    check: async ({ ask }) => {
      const entries = await ask('calendar.list', { project: 1 });
      return entries.length === 1 && JSON.stringify(entries[0]).includes('2026-12-24');
    },
    credits: 0,
    calls: [
      ['call_read', { operation: 'calendar.list', arguments: { project: 'Fjordkiste' } }],
      [
        'call_write',
        ([found]) => ({
          operation: 'calendar.update',
          arguments: { id: idOf(found, 'Packing for rain'), body: { scheduled_for: '2026-12-24' } },
        }),
      ],
    ],
  },
  {
    id: 'add-keyword',
    text: 'Add the keyword "frost-proof box" to Fjordkiste. No research, just the keyword, and only once.',
    check: async ({ ask }) =>
      (await ask('keywords.list', { project: 1, per_page: 100 })).filter(
        (one: never) => one['keyword'] === 'frost-proof box',
      ).length === 1,
    credits: 0,
    calls: [
      [
        'call_write',
        {
          operation: 'keywords.create',
          arguments: { project: 'Fjordkiste', keyword: 'frost-proof box' },
        },
      ],
    ],
  },
  {
    id: 'delete-keyword',
    text: 'Delete the keyword "camping stove" from Fjordkiste and leave all the others.',
    start: {
      prepare: async (ask) => void (await ask('keywords.create', { project: 1, keyword: 'camping stoves' })),
    },
    check: async ({ ask }) => {
      const left = new Set(
        (await ask('keywords.list', { project: 1, per_page: 100 })).map((one: never) => one['keyword']),
      );
      return !left.has('camping stove') && left.has('camping stoves') && left.has('camping box');
    },
    credits: 0,
    calls: [
      [
        'call_read',
        {
          operation: 'keywords.list',
          arguments: { project: 'Fjordkiste' },
          fields: ['keyword'],
        },
      ],
      [
        'call_delete',
        ([found]) => ({ operation: 'keywords.delete', arguments: { id: idOf(found, '"camping stove"') } }),
      ],
    ],
  },
  {
    id: 'describe-project',
    text: 'Change the description of the project Moosgarten to "Magazine about moss gardens" and nothing else.',
    check: async ({ ask }) => {
      const { description, name, domain } = await ask('projects.get', { id: 2 });
      return description === 'Magazine about moss gardens' && name === 'Moosgarten' && domain === 'moosgarten.example';
    },
    credits: 0,
    calls: [
      [
        'call_write',
        {
          operation: 'projects.update',
          arguments: { id: 'Moosgarten', body: { description: 'Magazine about moss gardens' } },
        },
      ],
    ],
  },
  {
    id: 'accept-style',
    text: 'One style profile of Fjordkiste waits for review. Accept it.',
    check: async ({ ask }) =>
      (await ask('style_profiles.list', { project: 1 })).every((one: never) => one['pending_review'] === false) &&
      (await ask('style_profiles.list', { project: 1 })).length === 2,
    credits: 0,
    calls: [
      [
        'call_read',
        {
          operation: 'style_profiles.list',
          arguments: { project: 'Fjordkiste' },
          fields: ['status'],
        },
      ],
      [
        'call_write',
        ([found]) => ({ operation: 'style_profiles.accept', arguments: { id: idOf(found, 'pending_review') } }),
      ],
    ],
  },
  {
    id: 'store-knowledge',
    text: 'Store this in the knowledge base of Moosgarten, titled "Moss care": "Moss wants shade and rain. It never wants lime."',
    check: async ({ ask }) =>
      (await ask('knowledge_base.list', { project: 2 })).some(
        (one: never) => one['title'] === 'Moss care' && String(one['content']).includes('never wants lime'),
      ),
    credits: 5,
    calls: [
      [
        'call_paid',
        {
          operation: 'knowledge_base.add_text',
          arguments: {
            project: 'Moosgarten',
            title: 'Moss care',
            content: 'Moss wants shade and rain. It never wants lime.',
          },
          fields: ['status'],
        },
      ],
    ],
  },
  {
    id: 'delete-knowledge',
    text: 'The document "Returns and warranty" in the knowledge base of Fjordkiste is out of date. Delete it, and only it.',
    check: async ({ ask }) =>
      JSON.stringify((await ask('knowledge_base.list', { project: 1 })).map((one: never) => one['title'])) ===
      '["Camping box range"]',
    credits: 0,
    calls: [
      [
        'call_read',
        {
          operation: 'knowledge_base.list',
          arguments: { project: 'Fjordkiste' },
          fields: ['title'],
        },
      ],
      ['call_delete', ([found]) => ({ operation: 'knowledge_base.delete', arguments: { id: idOf(found, 'Returns') } })],
    ],
  },
  {
    id: 'research-keywords',
    text: 'Find keywords around "rain barrel" for us. Which cluster is the best opportunity?',
    check: async ({ ask, answer }) =>
      answer.includes('rain barrel') &&
      (await ask('credits.history')).some((one: never) => Number(one['delta']) === -5),
    credits: 5,
    calls: [['research_keywords', { seeds: ['rain barrel'] }]],
    answer: ([found]) => found.data.clusters[0].cluster,
  },
];
