import { implement } from '../../engine/implement.ts';
import { change, type Row } from '../../engine/documents.ts';
import { trackingKeywords, type TrackingKeyword } from './brand/kinds.ts';
import { trackingProjectOf } from './brand/project-of.ts';

const show = ({ id, parent, body }: Row<TrackingKeyword>) => ({
  id,
  tracking_project_id: parent,
  keyword: body.keyword,
  keyword_group: body.keyword_group ?? null,
  tags: body.tags ?? [],
  search_volume: body.search_volume ?? null,
  cpc: body.cpc ?? null,
  difficulty: body.difficulty ?? null,
  search_intent: body.search_intent ?? null,
  language: body.language ?? null,
  country: body.country ?? null,
  source: body.source ?? 'manual',
  is_active: body.is_active ?? true,
});

/** Rules: docs/platform/tracking.md#tracking-keywords. */
export const trackingKeywordFamily = implement('tracking_keywords', {
  resources: { 'tracking-keywords': trackingKeywords },
  operations: {
    list: (call) => {
      const rows = call.store.all(trackingKeywords, { parent: trackingProjectOf(call).id }).map(show);
      return call.input.active_only === true ? rows.filter(({ is_active }) => is_active) : rows;
    },
    create: (call) => {
      const { id: parent } = trackingProjectOf(call);
      const { id: _, ...fields } = call.input;
      return show(call.add(trackingKeywords, fields, { parent }));
    },
    update: (call) => {
      const { id, ...changes } = call.input;
      const { is_active } = call.openBody;
      const switched = typeof is_active === 'boolean' ? is_active : undefined;
      return show(change(call.own(trackingKeywords, id), { ...changes, is_active: switched }));
    },
    delete: (call) => call.delete(call.own(trackingKeywords, call.input.id)),
  },
});
