/** The slots of the rate limit. Times are milliseconds of the store's steady clock. */
export interface Slots {
  /** Takes a slot in every bucket at once, or none. */
  take(account: string, request: SlotRequest): Promise<SlotAnswer>;
  /** The response has come: each of its slots is free again once its window has passed from now. */
  markAnswered(id: string): Promise<void>;
  /** Nothing was sent: the slots are free at once. */
  release(id: string): Promise<void>;
  /** Removes all slots and cooldowns of a token that the platform does not know. */
  forget(account: string): Promise<void>;
  /** Removes slots and cooldowns that no longer count, of all accounts: nothing else removes those of an account that is never used again. */
  removePassed(): Promise<void>;
  /** Blocks these buckets for `ms` milliseconds, and withholds some of their slots for a while after that. */
  coolDown(account: string, buckets: readonly Bucket[], ms: number): Promise<void>;
  /** Buckets that are blocked now. */
  cooldowns(account: string): Promise<readonly Cooldown[]>;
  /** Ends all cooldowns and frees the slots withheld by them. Resolves with the number of cooldowns. */
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
  /** Milliseconds after which the request is given up: no answer comes later. */
  readonly deadline: number;
  /** Slots of the first bucket that this request leaves free: a poll leaves them to calls. */
  readonly reservedForCalls: number;
  /** Requests of this process that are queued before this one, for the computation of the wait. */
  readonly ahead: number;
}

export type SlotAnswer =
  | { readonly kind: 'taken'; readonly id: string }
  /** `ms`: until a slot can be free in all buckets; `bucket`: the one that takes the longest. */
  | { readonly kind: 'full'; readonly ms: number; readonly bucket: string };

export interface Cooldown {
  readonly bucket: string;
  /** Milliseconds that are left. */
  readonly ms: number;
}
