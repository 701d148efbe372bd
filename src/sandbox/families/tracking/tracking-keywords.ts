import type { Call } from '../../engine/call.ts';
import type { Implementation } from '../../engine/implementation.ts';
import type { Row } from '../../engine/kind.ts';
import { trackingKeywords, type TrackingKeyword } from './brand/kinds.ts';
import { trackingProjectOf } from './brand/project-of.ts';

const show = ({ id, parent, body }: Row<TrackingKeyword>) => ({
  id,
  tracking_project_id: parent,
  keyword_group: null,
  tags: [],
  search_volume: null,
  cpc: null,
  difficulty: null,
  search_intent: null,
  language: null,
  country: null,
  source: 'manual',
  is_active: true,
  ...body,
});

/** Document 2, "Keywords, prompts, suggestions". */
export const trackingKeywordFamily: Implementation = {
  family: 'tracking_keywords',
  operations: {
    list: (call) => {
      const rows = call.store.all(trackingKeywords, { parent: trackingProjectOf(call).id }).map(show);
      return call.given.flag('active_only') ? rows.filter(({ is_active }) => is_active) : rows;
    },
    create: (call) => {
      const { id: parent } = trackingProjectOf(call);
      return show(call.add(trackingKeywords, { keyword: call.given.text('keyword'), ...stated(call) }, { parent }));
    },
    update: (call) => {
      const row = call.own(trackingKeywords, call.given.id('id'));
      const { is_active } = call.given.free;
      Object.assign(row.body, stated(call), typeof is_active === 'boolean' ? { is_active } : {});
      call.store.save(row);
      return show(row);
    },
    delete: (call) => {
      call.store.remove(call.own(trackingKeywords, call.given.id('id')));
      return { deleted: true };
    },
  },
};

/** The fields as given; of an open body only those it declares. */
const stated = ({ given, operation }: Call): Partial<TrackingKeyword> =>
  Object.fromEntries(
    Object.entries(given.fields).filter(([field]) => field !== 'body' && Object.hasOwn(operation.input.shape, field)),
  );
