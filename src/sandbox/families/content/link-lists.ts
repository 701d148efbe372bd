import { implement } from '../../engine/implement.ts';
import { kind, type Row } from '../../engine/kind.ts';
import { projectOf } from './projects.ts';

const linkLists = kind<Record<string, unknown>>('link_list');

const show = ({ id, parent, body }: Row<Record<string, unknown>>) => ({ ...body, id, project_id: parent });

/** Document 1, "Link lists": the contract shows no fields, so that what is given is what is kept. */
export const linkListFamily = implement('link_lists', {
  operations: {
    list: (call) => call.store.all(linkLists, { parent: projectOf(call).id }).map(show),
    create: (call) => show(call.add(linkLists, { ...call.openBody }, { parent: projectOf(call).id })),
    delete: (call) => {
      call.store.remove(call.own(linkLists, call.input.id));
      return { deleted: true };
    },
  },

  seed: ({ store, now }) => {
    const links = ['https://fjordkiste.example/boxes', 'https://fjordkiste.example/stoves'];
    store.add(linkLists, { team: 1, parent: 1, at: now(), body: { name: 'Category pages', links } });
  },
});
