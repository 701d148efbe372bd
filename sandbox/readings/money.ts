import type { Reading } from './reading.ts';
import { inRecords, inValues, type Fields } from './change.ts';
import { isSlices } from '../engine/http/reply.ts';
import { refuse } from '../engine/http/refusal.ts';

const history = ['credits.history'] as const;

/** Seconds until a charge stands in the history. */
const late = 45;

/** What is drawn, and what the history shows of it. */
export const money: readonly Reading[] = [
  {
    name: 'opaque-references',
    turnsOn: 'docs/platform/credits.md#history: what reference_id of a row refers to is not stated.',
    behaviour: 'The id of a transaction, which names nothing else.',
    operations: history,
    changeResponse: inRecords((entry) => ({ ...entry, reference_id: transactionOf(entry) })),
  },
  {
    name: 'late-history',
    turnsOn:
      'docs/platform/credits.md#charging: charged before the job starts; when the charge can be read is not stated.',
    behaviour: 'Entries appear 45 seconds later, on the clock of the platform.',
    operations: history,
    changeResult: (result, { now }) => {
      if (!isSlices(result)) return result;
      const entries = result.slice(0, result.total) as readonly { readonly created_at: string }[];
      const visible = entries.filter(({ created_at }) => Date.parse(created_at) <= now() - late * 1000);
      return visible;
    },
  },
  {
    name: 'text-credits',
    turnsOn: 'docs/platform/credits.md#history: the types of balance, delta and balance_after are not stated.',
    behaviour: 'Decimal text: "990", "-5".',
    operations: ['credits.balance', 'credits.history'],
    changeResponse: inValues((value, name) =>
      typeof value === 'number' && /^(balance|delta|balance_after|monthly_allotment)$/.test(name)
        ? String(value)
        : value,
    ),
  },
  {
    name: 'endpoint-addresses',
    turnsOn: 'docs/platform/credits.md#history: how endpoint of a row is written is not stated.',
    behaviour: 'The path with its version, and no method: /api/v1/articles/{id}/generate.',
    operations: history,
    changeResponse: inRecords((entry) => ({
      ...entry,
      endpoint: String(entry['endpoint']).replace(/^[A-Z]+ \//, '/api/v1/'),
    })),
  },
  {
    name: 'split-charges',
    turnsOn: 'docs/platform/credits.md#history: whether one call makes one row or several is not stated.',
    behaviour: 'Each charge above one credit stands in two entries.',
    operations: history,
    changeResult: (result) => (isSlices(result) ? (result.slice(0, result.total) as Fields[]).flatMap(halves) : result),
  },
  {
    name: 'dearer',
    turnsOn: 'docs/platform/credits.md#prices: prices may change before the documentation does.',
    behaviour: 'Half as much again is drawn.',
    contradictsDocuments: true,
    changeCharge: (credits) => (credits > 0 ? Math.ceil(credits * 1.5) : credits),
  },
  {
    name: 'charges-refusals',
    turnsOn: 'docs/platform/credits.md#charging: charged before the job starts; what happens in between is not stated.',
    behaviour: 'Every second paid call is charged and then refused with 502.',
    changeResult: (result, { operation, nth }) => {
      if (operation.effect === 'paid' && nth('paid') % 2 === 0)
        throw refuse(502, 'The provider behind this service failed.', { error: { code: 'upstream_api_error' } });
      return result;
    },
  },
];

const transactionOf = ({ created_at, balance_after }: Fields): string =>
  `txn_${Date.parse(String(created_at)).toString(36)}${String(balance_after)}`;

function halves(entry: Fields): Fields[] {
  const { delta, balance_after } = entry as { readonly delta: number; readonly balance_after: number };
  if (delta >= -1) return [entry];
  const second = Math.trunc(delta / 2);
  return [
    { ...entry, delta: second },
    { ...entry, delta: delta - second, balance_after: balance_after - second },
  ];
}
