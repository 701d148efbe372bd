import type { Task } from '../task.ts';
import { idOf } from './reading.ts';

const images = ['call_read', { operation: 'images.list', arguments: {}, fields: ['title', 'is_favorite'] }] as const;

/** Files, images, the team and its to-dos. */
export const workspace: readonly Task[] = [
  {
    id: 'keep-file',
    text: 'briefing.md must not expire. Keep it.',
    check: async ({ ask }) =>
      (await ask('files.list')).find((one: never) => one['original_name'] === 'briefing.md').pinned,
    credits: 0,
    calls: [
      ['call_read', { operation: 'files.list', arguments: {}, fields: ['original_name'] }],
      ['call_write', ([found]) => ({ operation: 'files.keep', arguments: { id: idOf(found, 'briefing') } })],
    ],
  },
  {
    id: 'trash-image',
    text: 'Throw away the image "Stove in the rain", so that it could still be restored.',
    check: async ({ ask }) =>
      JSON.stringify((await ask('images.trash')).map((one: never) => one['title'])).includes('Stove'),
    credits: 0,
    calls: [
      images,
      ['call_delete', ([found]) => ({ operation: 'images.delete', arguments: { id: idOf(found, 'Stove') } })],
    ],
  },
  {
    id: 'favorite-image',
    text: 'Make sure that the images "Camping box by night" and "Camping box by the fjord" are both favorites.',
    check: async ({ ask }) =>
      (await ask('images.list')).every(
        (one: never) => one['is_favorite'] === String(one['title']).startsWith('Camping box by'),
      ),
    credits: 0,
    calls: [
      images,
      ['call_write', ([found]) => ({ operation: 'images.favorite', arguments: { id: idOf(found, 'by night') } })],
    ],
  },
  {
    id: 'share-image',
    text: 'I need a public link to the image "Moss between stones".',
    check: async ({ ask, answer }) => {
      const shared = (await ask('images.list')).find((one: never) => one['share'] !== null);
      return shared?.title === 'Moss between stones' && answer.includes(shared.share.public_url);
    },
    credits: 0,
    calls: [
      images,
      ['call_write', ([found]) => ({ operation: 'images.share', arguments: { id: idOf(found, 'Moss') } })],
    ],
    answer: ([, shared]) => shared.data.public_url,
  },
  {
    id: 'invite',
    text: 'Invite writer@nordlicht.example to our team as a member.',
    check: async ({ ask }) =>
      (await ask('team.invitations')).some(
        (one: never) => one['email'] === 'writer@nordlicht.example' && one['role'] === 'member',
      ),
    credits: 0,
    calls: [
      ['call_write', { operation: 'team.invite', arguments: { email: 'writer@nordlicht.example', role: 'member' } }],
    ],
  },
  {
    id: 'approve-request',
    text: 'Approve the current stage of the request "Packing for rain". The client decides afterwards: not for them.',
    check: async ({ ask }) => {
      const request = (await ask('agency.approvals')).find((one: never) => one['title'] === 'Packing for rain');
      return request?.current_stage === 'client';
    },
    credits: 0,
    calls: [
      ['call_read', { operation: 'agency.approvals', arguments: {} }],
      ['call_write', ([found]) => ({ operation: 'agency.approve', arguments: { id: idOf(found, 'Packing') } })],
    ],
  },
  {
    id: 'complete-todo',
    text: 'The to-do about titles for box pages is done. Tick it off.',
    check: async ({ ask }) => (await ask('action_center.get_todo', { id: 32001 })).status === 'completed',
    credits: 0,
    calls: [
      ['call_read', { operation: 'action_center.list_todos', arguments: {}, fields: ['title', 'status'] }],
      [
        'call_write',
        ([found]) => ({ operation: 'action_center.complete_todo', arguments: { id: idOf(found, 'box page') } }),
      ],
    ],
  },
];
