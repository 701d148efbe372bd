import type { ReserveRequest, Usage } from '../../../src/state/reservation.ts';
import type { State } from '../../../src/state/state.ts';
import { recordedCall, reservation } from '../../support/state/recorded-call.ts';

/** A reservation of one credit; no two are identical. */
export const request = (more: Partial<ReserveRequest> = {}): ReserveRequest => reservation({ estimate: 1, ...more });

export const limit = (credits: number): ReserveRequest['limits'] => [{ window: 'total', session: 's', credits }];

export const reserved = async (state: State): Promise<string> => (await recordedCall(state, { estimate: 1 })).id;

export async function total(state: State): Promise<Usage> {
  const [usage] = await state.ledger.usage('a', [{ window: 'total', session: 's' }]);
  if (!usage) throw new Error('no usage');
  return usage;
}
