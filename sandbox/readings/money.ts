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
    turnsOn: 'Document 1, "Credits endpoints": reference_id of an entry; what it refers to is not said.',
    behaviour: 'The id of a transaction, which names nothing else.',
    operations: history,
    changeResponse: inRecords((entry) => ({ ...entry, reference_id: transactionOf(entry) })),
  },
  {
    name: 'late-history',
    turnsOn:
      'Document 1, "Credits", rule 2: charged before the job is dispatched; when the entry can be read is not said.',
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
    turnsOn: 'Document 1, "Credits endpoints": balance, delta and balance_after are shown without a type.',
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
    turnsOn: 'Document 1, "Credits endpoints": endpoint of an entry; in which form is not shown.',
    behaviour: 'The path that was called, with its version and ids, and no method: /api/v1/articles/12/generate.',
    operations: history,
    changeResponse: inRecords((entry) => ({
      ...entry,
      endpoint: String(entry['endpoint'])
        .replace(/^[A-Z]+ \//, '/api/v1/')
        .replaceAll(/\{\w+\}/g, String(entry['reference_id'] ?? 1)),
    })),
  },
  {
    name: 'split-charges',
    turnsOn:
      'Document 3, "Page audit": 30 plus 15 per AI render; document 1, "Credits endpoints": whether a call has one entry or several is not said.',
    behaviour: 'Each charge above one credit stands in two entries.',
    operations: history,
    changeResult: (result) => (isSlices(result) ? (result.slice(0, result.total) as Fields[]).flatMap(halves) : result),
  },
  {
    name: 'dearer',
    turnsOn: 'Document 1, "Credits": the prices. They may change before the documents do.',
    behaviour: 'Half as much again is drawn.',
    contradictsDocuments: true,
    changeCharge: (credits) => (credits > 0 ? Math.ceil(credits * 1.5) : credits),
  },
  {
    name: 'charges-refusals',
    turnsOn:
      'Document 1, "Credits", rule 2: charged before the job is dispatched, and not refunded; what happens between is not said.',
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
