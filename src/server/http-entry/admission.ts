import { setImmediate as nextTurn } from 'node:timers/promises';
import { startTimer, type Clock } from '../../clock.ts';
import { Quota } from '../../quota.ts';

/** How much of one kind may be under way at a time. */
export interface Bound {
  /** In all. */
  readonly max: number;
  /** Of one caller, or of one address where callers are strangers. */
  readonly each: number;
  /** Milliseconds that a `pause` lasts. */
  readonly delayMs?: number | undefined;
  /** Of what is held, the largest gives way where a bound is exceeded; never what has this much or less. */
  readonly evict?: { readonly above: number } | undefined;
}

/** Something that grows while it is under way: the bytes of a body. */
export interface Holding {
  /** Counts more. Where a bound is exceeded then, the largest holdings give way, perhaps this one. */
  add(amount: number): void;
  /** It gives way no longer. */
  keep(): void;
  /** Counts it no longer. */
  release(): void;
}

interface Held {
  readonly caller: string | undefined;
  readonly giveWay: (exceeded: 'full' | 'share') => void;
  amount: number;
  isKept: boolean;
}

interface Kept {
  readonly bound: Bound;
  readonly quota: Quota;
  readonly holdings: Set<Held>;
  /** Resolves when the turn after the last one that was given away has come. */
  turn: Promise<void>;
}

/**
 * What callers may cost, by kind: each has a bound in all and for each of them. A caller beyond it is refused, or makes the largest
 * of what is under way give way, or is answered late; pieces of work begin one in a turn of the event loop.
 */
export class Admission<Kind extends string> {
  readonly #kinds: ReadonlyMap<Kind, Kept>;
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

  /** How much of it is under way. */
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
   * Counts what grows, of which the whole is not known when it begins.
   *
   * @param giveWay called once its place is given to others
   */
  hold(kind: Kind, caller: string | undefined, giveWay: (exceeded: 'full' | 'share') => void): Holding {
    const usage = this.#of(kind);
    const held: Held = { caller, giveWay, amount: 0, isKept: false };
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
   * Waits as long as the kind says, which slows down who is refused again and again. False, at once, where too many wait already.
   * Only those who wait are remembered.
   */
  async pause(kind: Kind, caller: string): Promise<boolean> {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    if (this.take(kind, caller, 1, over) !== 'taken') return false;
    startTimer(this.#clock, this.bound(kind).delayMs ?? 0, resolve);
    await over;
    return true;
  }

  /** Lets one piece of work begin in each turn of the event loop, in the order of the calls: small requests come in between. */
  async turn(kind: Kind): Promise<void> {
    const usage = this.#of(kind);
    const { turn } = usage;
    usage.turn = turn.then(() => nextTurn());
    await turn;
  }

  #of(kind: Kind): Kept {
    return this.#kinds.get(kind) as Kept;
  }
}

function release({ holdings, quota }: Kept, held: Held): void {
  if (holdings.delete(held)) quota.add(-held.amount, held.caller);
}

/** @param caller whose share is concerned, and which makes room then; absent where it is the total */
function makeRoom(usage: Kept, bound: 'full' | 'share', caller: string | undefined): void {
  while (usage.quota.exceededBy(0, caller) === bound) {
    const largest = largestOf(usage, caller);
    if (!largest) return;
    release(usage, largest);
    largest.giveWay(bound);
  }
}

/** What gives way: of the callers concerned, the one who holds most; of that caller's holdings, the largest. */
function largestOf({ bound, quota, holdings }: Kept, caller: string | undefined): Held | undefined {
  let largest: Held | undefined;
  for (const held of holdings) {
    if (held.isKept || held.amount <= (bound.evict?.above ?? 0)) continue;
    if (caller !== undefined && held.caller !== caller) continue;
    const lead = quota.takenBy(held.caller) - quota.takenBy(largest?.caller);
    if (!largest || lead > 0 || (lead === 0 && held.amount > largest.amount)) largest = held;
  }
  return largest;
}
