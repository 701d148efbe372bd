import type { ReserveRequest, Usage } from '../../../src/state/ledger.ts';
import type { State } from '../../../src/state/state.ts';
import { uniqueName } from '../../support/unique-name.ts';

/** A reservation of one credit; no two are identical. */
export const request = (more: Partial<ReserveRequest> = {}): ReserveRequest => ({
  account: 'a',
  session: 's',
  operation: 'articles.generate',
  arguments: {},
  fingerprint: uniqueName('call'),
  estimate: 1,
  basis: '1',
  limits: [],
  again: true,
  expiresAfterMs: 3_600_000,
  ...more,
});

export const limit = (credits: number): ReserveRequest['limits'] => [
  { window: 'total', session: 's', zone: 'UTC', credits },
];

export async function reserved(state: State): Promise<string> {
  const answer = await state.ledger.reserve(request());
  if (answer.kind !== 'reserved') throw new Error(answer.kind);
  return answer.entry.id;
}

export async function total(state: State): Promise<Usage> {
  const [usage] = await state.ledger.usage('a', [{ window: 'total', session: 's', zone: 'UTC' }]);
  if (!usage) throw new Error('no usage');
  return usage;
}
