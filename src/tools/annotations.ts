import type { Effect } from '../catalog/operation.ts';
import type { Annotations } from './tool.ts';

/**
 * Hints for hosts, from the effect alone. Spending cannot be undone, so `paid` counts as destructive:
 * hosts ask before such calls. A plain write stores or changes a setting and can be written back.
 */
export const annotationsOf = (effect: Effect): Annotations => byEffect[effect];

/** Hints for tools that answer from this program alone. */
export const local: Annotations = { readOnlyHint: true, openWorldHint: false };

const byEffect: Readonly<Record<Effect, Annotations>> = {
  read: { readOnlyHint: true, openWorldHint: true },
  write: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  delete: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  paid: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
};
