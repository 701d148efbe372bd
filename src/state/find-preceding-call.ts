import type { LimitWindow, ReserveRequest, Usage } from './reservation.ts';
import { admit } from './admit.ts';
import { exists, rows, sql, type Steps } from './sql/database.ts';
import { isRefused } from './charges.ts';

/** The factor by which a call in flight may exceed its estimate before it breaks a limit under which other calls were admitted. */
const allowedExcess = 10;

/** A call that holds its estimate and whose outcome is not in doubt. */
interface OpenCall {
  readonly id: string;
  readonly operation: string;
  readonly estimate: number;
  readonly money: string;
}

/** Milliseconds for which charges at their price, or above it, count as evidence. */
const evidenceMs = 30 * 86_400_000;

interface TurnRequest extends Pick<ReserveRequest, 'account' | 'operation' | 'estimate'> {
  /** Set if the call is already reserved: later reservations, which have greater ids, do not precede it. */
  readonly id?: string;
}

/**
 * Finds the call that this one has to wait for, and returns its id; undefined if this one may be sent now. A call may cost more than
 * its estimate, which is known only once it has ended. So a call is sent while others are in flight only if every limit has room for
 * ten times what they hold, and if no recent charge of these operations has exceeded its price. After such a charge, and while the
 * charge of a refused call is unknown, calls are sent one at a time. docs/decisions/0059.
 */
export function* findPrecedingCall(
  { account, operation, estimate, id }: TurnRequest,
  limits: readonly (LimitWindow & { readonly usage: Usage })[],
  now: number,
): Steps<string | undefined> {
  const open = yield* rows<OpenCall>(
    sql`SELECT id, operation, estimate, money FROM entries
      WHERE account = ${account} AND money IN ('reserved', 'dispatching', 'due') AND estimate > 0`,
  );
  const earlier = open.filter((one) => one.money !== 'reserved' || id === undefined || one.id < id);
  if (earlier.length === 0) return undefined;
  const inFlight = earlier.filter(({ money }) => money !== 'due');
  const evidence = yield* evidenceAbout(account, [operation, ...inFlight.map((one) => one.operation)], now);
  const first = (evidence === 'overcharged' ? earlier : inFlight)[0];
  if (!first) return undefined;
  const mayDrawMore = (allowedExcess - 1) * inFlight.reduce((sum, one) => sum + one.estimate, 0);
  const hasRoom = admit(estimate + mayDrawMore, limits).kind === 'admitted';
  return evidence === 'prices hold' && hasRoom ? undefined : first.id;
}

/** Whether the charges of the last 30 days confirm the prices of these operations. */
function* evidenceAbout(
  account: string,
  operations: readonly string[],
  now: number,
): Steps<'prices hold' | 'overcharged' | 'open'> {
  const since = now - evidenceMs;
  const isOvercharged = yield* exists(
    sql`SELECT id FROM entries WHERE account = ${account} AND settled_at >= ${since} AND charged > estimate AND unbounded = 0
      AND money = 'settled' LIMIT 1`,
  );
  if (isOvercharged) return 'overcharged';
  if (yield* exists(sql`SELECT id FROM entries WHERE account = ${account} AND ${isRefused} LIMIT 1`)) return 'open';
  for (const operation of new Set(operations)) {
    const hasCharge = yield* exists(
      sql`SELECT id FROM entries WHERE account = ${account} AND money = 'settled' AND settled_at >= ${since}
        AND operation = ${operation} LIMIT 1`,
    );
    if (!hasCharge) return 'open';
  }
  return 'prices hold';
}
