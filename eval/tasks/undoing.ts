import type { Task } from '../task.ts';
import { idOf, recordsIn, says } from './reading.ts';

const images = ['call_read', { operation: 'images.list', arguments: {}, fields: ['title'] }] as const;

/** Files in and out, sharing, and taking back what was done. */
export const undoing: readonly Task[] = [
  {
    id: 'keywords-from-file',
    text: 'Store the keywords of this file in Moosgarten, free of charge, without clustering. The file keywords.csv says: keyword,search_volume / fern bed,320 / moss roof,140 / shade plants,900',
    check: async ({ ask }) => {
      const known = new Set((await ask('keywords.list', { project: 2 })).map((one: never) => one['keyword']));
      return ['fern bed', 'moss roof', 'shade plants'].every((keyword) => known.has(keyword));
    },
    credits: 0,
    calls: [
      [
        'call_paid',
        {
          operation: 'keywords.import_csv',
          arguments: {
            project: 'Moosgarten',
            cluster: false,
            file: {
              name: 'keywords.csv',
              content: 'keyword,search_volume\nfern bed,320\nmoss roof,140\nshade plants,900\n',
            },
          },
        },
      ],
    ],
  },
  {
    id: 'prompts-from-file',
    text: 'Track the questions of this list for Fjordkiste: "Which box keeps meat frozen?" and "Can a camping box carry a person?"',
    check: async ({ ask }) => {
      const texts = new Set((await ask('prompts.list', { id: 2001 })).map((one: never) => one['prompt_text']));
      return ['Which box keeps meat frozen?', 'Can a camping box carry a person?'].every((text) => texts.has(text));
    },
    credits: 0,
    calls: [
      [
        'call_write',
        {
          operation: 'prompts.import',
          arguments: {
            id: 'Fjordkiste',
            file: {
              name: 'prompts.csv',
              content: 'prompt_text\nWhich box keeps meat frozen?\nCan a camping box carry a person?\n',
            },
          },
        },
      ],
    ],
  },
  {
    id: 'images-in-one-file',
    text: 'Give me one link under which I can download both images of camping boxes together.',
    check: ({ answer }) => /https?:\/\/\S+\/downloads?\/\S+|visibility:\/\/\S+/.test(answer),
    credits: 0,
    calls: [
      images,
      [
        'call_write',
        ([found]) => ({
          operation: 'images.bulk_export',
          arguments: {
            ids: recordsIn(found)
              .filter(({ title }) => String(title).startsWith('Camping box'))
              .map(({ id }) => id),
          },
        }),
      ],
    ],
    answer: ([, packed]) => JSON.stringify(packed),
  },
  {
    id: 'share-tracking',
    text: 'Let guest@gasthof.example work on the tracking of Fjordkiste with us. If they start a run: who pays for it, they or we?',
    check: async ({ ask, answer }) =>
      (await ask('tracking_shares.list', { id: 2001 })).some(
        (one: never) => one['email'] === 'guest@gasthof.example',
      ) &&
      /\b(we|our|your)\b.{0,40}\b(pay|charged|team)|\b(pays?|charged)\b.{0,40}\b(us|we|our|your)\b/i.test(answer) &&
      !/\bthey pay\b/i.test(answer),
    credits: 0,
    calls: [
      [
        'call_write',
        { operation: 'tracking_shares.create', arguments: { id: 'Fjordkiste', email: 'guest@gasthof.example' } },
      ],
    ],
    answer: () => 'Shared. Runs that they start are charged to your team.',
  },
  {
    id: 'end-share',
    text: 'guest@gasthof.example shall no longer see the tracking of Fjordkiste.',
    start: {
      prepare: async (ask) => void (await ask('tracking_shares.create', { id: 2001, email: 'guest@gasthof.example' })),
    },
    check: async ({ ask }) =>
      (await ask('tracking_shares.list', { id: 2001 })).every((one: never) => one['status'] === 'revoked'),
    credits: 0,
    calls: [
      ['call_read', { operation: 'tracking_shares.list', arguments: { id: 'Fjordkiste' } }],
      [
        'call_delete',
        ([found]) => ({
          operation: 'tracking_shares.revoke',
          arguments: { id: 'Fjordkiste', share: idOf(found, 'gasthof') },
        }),
      ],
    ],
  },
  {
    id: 'end-public-link',
    text: 'The public link to the image "Moss between stones" must stop working. The image stays.',
    start: {
      prepare: async (ask) => {
        const moss = (await ask('images.list')).find((one: never) => one['title'] === 'Moss between stones');
        await ask('images.share', { id: moss.id });
      },
    },
    check: async ({ ask }) => {
      const moss = (await ask('images.list')).find((one: never) => one['title'] === 'Moss between stones');
      return moss?.share === null || moss?.share.is_active === false;
    },
    credits: 0,
    calls: [
      images,
      ['call_delete', ([found]) => ({ operation: 'images.unshare', arguments: { id: idOf(found, 'Moss between') } })],
    ],
  },
  {
    id: 'restore-image',
    text: 'I threw the image "Stove in the rain" away by mistake. Bring it back.',
    start: {
      prepare: async (ask) => {
        const stove = (await ask('images.list')).find((one: never) => one['title'] === 'Stove in the rain');
        await ask('images.delete', { id: stove.id });
      },
    },
    check: async ({ ask }) => (await ask('images.list')).length === 4 && (await ask('images.trash')).length === 0,
    credits: 0,
    calls: [
      ['call_read', { operation: 'images.trash', arguments: {}, fields: ['title'] }],
      ['call_write', ([found]) => ({ operation: 'images.restore', arguments: { id: idOf(found, 'Stove') } })],
    ],
  },
  {
    id: 'withdraw-invitation',
    text: 'Inviting texts@nordlicht.example was a mistake. Take it back.',
    check: async ({ ask }) => (await ask('team.invitations')).length === 0,
    credits: 0,
    calls: [
      ['call_read', { operation: 'team.invitations', arguments: {}, fields: ['email'] }],
      ['call_delete', ([found]) => ({ operation: 'team.revoke_invitation', arguments: { id: idOf(found, 'texts@') } })],
    ],
  },
  {
    id: 'undo-pause',
    text: 'Yesterday somebody paused the tracking of Fjordkiste. Undo that, and tell me the domain names of its competitors.',
    start: { prepare: async (ask) => void (await ask('tracking.pause', { id: 2001 })) },
    check: async ({ ask, answer }) =>
      (await ask('tracking.get', { id: 2001 })).status === 'active' &&
      says(answer, 'kistenwerk.example', 'zeltundco.example'),
    credits: 0,
    calls: [
      ['call_write', { operation: 'tracking.resume', arguments: { id: 'Fjordkiste' } }],
      ['call_read', { operation: 'tracking.get', arguments: { id: 'Fjordkiste' }, fields: ['competitor_domains'] }],
    ],
    answer: ([, brand]) => brand.data.competitor_domains.join(', '),
  },
];
