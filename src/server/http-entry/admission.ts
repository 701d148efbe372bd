import { setImmediate as nextTurn } from 'node:timers/promises';
import { startTimer, type Clock } from '../../clock.ts';
import { Quota } from '../../quota.ts';

/** Limits of what may be under way at a time. */
export interface Bound {
  /** Limit for all callers together. */
  readonly max: number;
  /** Limit for one caller, or for one address where callers are strangers. */
  readonly each: number;
  /** Milliseconds that a `pause` lasts. */
  readonly delayMs?: number | undefined;
  /** Where a limit is exceeded, the largest holding is dropped, but none of this amount or less. */
  readonly evict?: { readonly above: number } | undefined;
}

/** A counted amount that grows while it is under way, such as the bytes of a body. */
export interface Holding {
  /** Adds to the amount. Where a limit is exceeded then, the largest holdings are dropped, perhaps this one. */
  add(amount: number): void;
  /** From now on this holding is not dropped. */
  keep(): void;
  /** Ends the holding. */
  release(): void;
}

interface HoldingEntry {
  readonly caller: string | undefined;
  readonly giveWay: (exceeded: 'full' | 'share') => void;
  amount: number;
  isKept: boolean;
}

/** What is under way of one kind. */
interface Usage {
  readonly bound: Bound;
  readonly quota: Quota;
  readonly holdings: Set<HoldingEntry>;
  /** Resolves when the next turn of the event loop that nobody has taken begins. */
  turn: Promise<void>;
}

/**
 * Limits what callers may cost, by kind: each kind has a limit for all callers together and for each of them. Beyond it a caller is
 * refused or answered late, or the largest holding is dropped. Pieces of work can be made to begin one in a turn of the event loop.
 */
export class Admission<Kind extends string> {
  readonly #kinds: ReadonlyMap<Kind, Usage>;
  readonly #clock: Clock;

  constructor(bounds: Readonly<Record<Kind, Bound>>, clock: Clock) {
    this.#clock = clock;
    this.#kinds = new Map(
      (Object.keys(bounds) as Kind[]).map((kind) => {
        const bound = bounds[kind];
        return [
          kind,
          { bound, quota: new Quota(bound.max, bound.each), holdings: new Set(), turn: Promise.resolve() },
        ] as const;
      }),
    );
  }

  bound(kind: Kind): Bound {
    return this.#of(kind).bound;
  }

  /** How much of the kind is under way. */
  taken(kind: Kind): number {
    return this.#of(kind).quota.taken;
  }

  /**
   * Counts `amount` until `until` resolves. Counts nothing where too much is under way: `full`, or `share` where it is the
   * caller's own share that is used up.
   *
   * @param caller a caller, or an address; absent where callers have no identities: then only the total counts
   */
  take(kind: Kind, caller: string | undefined, amount: number, until: Promise<void>): 'taken' | 'full' | 'share' {
    return this.#of(kind).quota.take(amount, caller, until);
  }

  /**
   * Begins to count an amount whose size is not known at the beginning.
   *
   * @param giveWay called when the holding is dropped in favour of others
   */
  hold(kind: Kind, caller: string | undefined, giveWay: (exceeded: 'full' | 'share') => void): Holding {
    const usage = this.#of(kind);
    const held: HoldingEntry = { caller, giveWay, amount: 0, isKept: false };
    usage.holdings.add(held);
    return {
      add(amount) {
        held.amount += amount;
        usage.quota.add(amount, caller);
        makeRoom(usage, 'share', caller);
        makeRoom(usage, 'full', undefined);
      },
      keep: () => void (held.isKept = true),
      release: () => release(usage, held),
    };
  }

  /**
   * Waits as long as the kind says, to slow down callers that are refused again and again. Resolves to false at once where too many wait
   * already. Nothing is remembered of a caller once its wait is over.
   */
  async pause(kind: Kind, caller: string): Promise<boolean> {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    if (this.take(kind, caller, 1, over) !== 'taken') return false;
    startTimer(this.#clock, this.bound(kind).delayMs ?? 0, resolve);
    await over;
    return true;
  }

  /** Resolves in the order of the calls, once in each turn of the event loop, so that small requests are served in between. */
  async turn(kind: Kind): Promise<void> {
    const usage = this.#of(kind);
    const { turn } = usage;
    usage.turn = turn.then(() => nextTurn());
    await turn;
  }

  #of(kind: Kind): Usage {
    return this.#kinds.get(kind) as Usage;
  }
}

function release({ holdings, quota }: Usage, held: HoldingEntry): void {
  if (holdings.delete(held)) quota.add(-held.amount, held.caller);
}

/** Drops the largest holdings until the limit holds again. `caller`: whose share is exceeded; absent where it is the total. */
function makeRoom(usage: Usage, bound: 'full' | 'share', caller: string | undefined): void {
  while (usage.quota.exceededBy(0, caller) === bound) {
    const largest = largestOf(usage, caller);
    if (!largest) return;
    release(usage, largest);
    largest.giveWay(bound);
  }
}

/** The holding to be dropped: the largest one of the caller that holds most. `caller`: only holdings of this caller. */
function largestOf({ bound, quota, holdings }: Usage, caller: string | undefined): HoldingEntry | undefined {
  let largest: HoldingEntry | undefined;
  for (const held of holdings) {
    if (held.isKept || held.amount <= (bound.evict?.above ?? 0)) continue;
    if (caller !== undefined && held.caller !== caller) continue;
    const lead = quota.takenBy(held.caller) - quota.takenBy(largest?.caller);
    if (!largest || lead > 0 || (lead === 0 && held.amount > largest.amount)) largest = held;
  }
  return largest;
}
