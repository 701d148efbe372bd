import type { Operation } from '../catalog/operation.ts';
import type { Run } from '../client/runs/run-records.ts';
import { runRefusal } from './outcome.ts';

/** Throws `not_permitted` for an operation outside of the grants. Paid calls are bounded by credits alone. */
export function permit({ name, effect }: Operation, { may }: Run, readOnly: boolean): void {
  if (readOnly && effect !== 'read')
    throw runRefusal('not_permitted', `${name} is not only a read, and this server is read-only.`);
  if (effect === 'paid' || may.includes(effect)) return;
  throw runRefusal(
    'not_permitted',
    `${name} has the effect ${effect}, and this run may only ${may.join(', ') || 'compute'}.`,
    `Start a run with may: ${JSON.stringify([...may, effect])} if that is wanted.`,
  );
}
