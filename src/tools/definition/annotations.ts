import type { Effect, Operation } from '../../catalog/index.ts';
import type { Annotations } from './tool.ts';

/** Hints for hosts, from the effect alone. Spending cannot be undone, so `paid` counts as destructive. */
export const annotationsOf = (effect: Effect): Annotations => byEffect[effect];

/** The hints for one operation: repeating a free PUT or DELETE changes nothing. */
export const annotationsOfOperation = ({ effect, method }: Operation): Annotations => ({
  ...byEffect[effect],
  idempotentHint: effect === 'read' || (effect !== 'paid' && (method === 'PUT' || method === 'DELETE')),
});

/** Hints for tools that read from the platform. */
export const readAnnotations: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};

/** Hints for tools that need no request to the platform. */
export const localAnnotations: Annotations = { ...readAnnotations, openWorldHint: false };

const byEffect: Readonly<Record<Effect, Annotations>> = {
  read: readAnnotations,
  write: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  delete: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  paid: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};
