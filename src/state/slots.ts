/** The slots of the rate limit. Times are milliseconds of the store's steady clock. */
export interface Slots {
  /** Takes a slot in every bucket at once, or none. */
  take(account: string, request: SlotRequest): Promise<SlotAnswer>;
  /** The response has come: each slot is free again when its window has passed from now. */
  markAnswered(id: string): Promise<void>;
  /** Nothing was sent: the slots are free at once. */
  release(id: string): Promise<void>;
  /** Removes all slots and cooldowns of a token that the platform does not know. */
  forget(account: string): Promise<void>;
  /** Removes what no longer counts, of all accounts: one that never comes back would keep it for good. */
  removePassed(): Promise<void>;
  /** Blocks these buckets for `ms` milliseconds, and withholds some of their slots for a while after that. */
  coolDown(account: string, buckets: readonly Bucket[], ms: number): Promise<void>;
  /** Buckets that are blocked now. */
  cooldowns(account: string): Promise<readonly Cooldown[]>;
  /** Ends all cooldowns, and returns the slots withheld by them. Resolves with how many there were. */
  clearCooldowns(account: string): Promise<number>;
}

export interface Bucket {
  readonly name: string;
  readonly requests: number;
  /** Milliseconds. */
  readonly per: number;
}

export interface SlotRequest {
  readonly buckets: readonly Bucket[];
  /** Milliseconds until the request is given up: no answer will come after that. */
  readonly deadline: number;
  /** Slots of the first bucket that this request may not take: polls leave them to calls. */
  readonly reservedForCalls: number;
  /** Requests of this process that are queued before this one: the wait is computed behind them. */
  readonly ahead: number;
}

export type SlotAnswer =
  | { readonly kind: 'taken'; readonly id: string }
  /** Milliseconds until a slot can be free in all buckets, and the one that takes the longest. */
  | { readonly kind: 'full'; readonly ms: number; readonly bucket: string };

export interface Cooldown {
  readonly bucket: string;
  /** Milliseconds that are left. */
  readonly ms: number;
}
