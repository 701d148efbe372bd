import { iso } from './platform-time.ts';
import type { Slices } from './http/reply.ts';
import type { Store } from './store.ts';

/** One movement of a team's balance. */
interface Movement {
  readonly team: number;
  /** Negative for consumption, positive for a top-up (docs/platform/credits.md#history). */
  readonly delta: number;
  readonly endpoint: string;
  readonly reference: number | null;
  /** Platform time, milliseconds. */
  readonly at: number;
}

/** A movement in the form for the team (docs/platform/credits.md#history). */
interface LedgerEntry {
  readonly created_at: string;
  readonly delta: number;
  readonly endpoint: string;
  readonly reference_id: number | null;
  readonly balance_after: number;
}

/** Each team's credits: integers. Every change of a balance has a ledger entry. */
export interface Ledger {
  balance(team: number): number;
  /** The balance minus the credits that running jobs will be charged on success. */
  available(team: number): number;
  post(movement: Movement): void;
  /** Newest first. */
  history(team: number): Slices<LedgerEntry>;
}

export function openLedger({ database }: Store): Ledger {
  const last = database.prepare('SELECT balance_after FROM ledger WHERE team = ? ORDER BY id DESC LIMIT 1');
  const reserved = database.prepare(
    `SELECT coalesce(sum(credits - drawn), 0) AS reserved FROM jobs WHERE team = ? AND state = 'running' AND credits > drawn`,
  );
  const insert = database.prepare(
    'INSERT INTO ledger (team, at, delta, endpoint, reference, balance_after) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const total = database.prepare('SELECT count(*) AS total FROM ledger WHERE team = ?');
  const slice = database.prepare('SELECT * FROM ledger WHERE team = ? ORDER BY id DESC LIMIT ? OFFSET ?');

  const balance = (team: number) => Number(last.get(team)?.['balance_after'] ?? 0);
  const available = (team: number) => balance(team) - Number(reserved.get(team)?.['reserved']);
  return {
    balance,
    available,
    post: ({ team, at, delta, endpoint, reference }) => {
      if (delta !== 0) insert.run(team, at, delta, endpoint, reference, balance(team) + delta);
    },
    history: (team) => ({
      total: Number(total.get(team)?.['total']),
      slice: (offset, count) =>
        slice.all(team, count, offset).map((row) => ({
          created_at: iso(Number(row['at'])),
          delta: Number(row['delta']),
          endpoint: String(row['endpoint']),
          reference_id: row['reference'] === null ? null : Number(row['reference']),
          balance_after: Number(row['balance_after']),
        })),
    }),
  };
}
