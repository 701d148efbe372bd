/** Whose names these are. */
export interface MemoryPlace {
  readonly account: string;
  /** The caller, where several share an account. */
  readonly owner?: string | undefined;
  /** Default: none, which is a label of its own. */
  readonly label?: string | undefined;
}

/** Names in one place: of values, and of what is done once, each of which stays for a year. */
export const maxMemoryNames = { values: 1_000, claims: 10_000 } as const;

/** What programs keep beyond their end: small values by name, and results of what is done once. */
export interface ProgramMemory {
  /** JSON; undefined: there is none of that name. */
  get(place: MemoryPlace, name: string): Promise<string | undefined>;
  /** False, with nothing written, where the place has as many names as it may. */
  set(place: MemoryPlace, name: string, json: string): Promise<boolean>;
  delete(place: MemoryPlace, name: string): Promise<void>;
  /** Takes the right to do what is done once under that name, unless it is done or somebody does it. */
  claim(place: MemoryPlace, name: string, claim: Claim): Promise<Claimed>;
  /** The result on record under that name that is new enough, JSON or `null` as of `claim`; undefined: there is none. */
  done(place: MemoryPlace, name: string, newerThanMs?: number): Promise<string | null | undefined>;
  /** Keeps the claim of a process alive. False where it has gone to another. */
  renew(place: MemoryPlace, name: string, claim: Pick<Claim, 'holder' | 'leaseMs'>): Promise<boolean>;
  /** Puts the result on record, JSON or `null` where it is too large to keep. Repeatable. False where the claim has gone to another. */
  settle(place: MemoryPlace, name: string, holder: string, json: string | null): Promise<boolean>;
  /** Gives the claim back: it was not done. Repeatable. */
  release(place: MemoryPlace, name: string, holder: string): Promise<void>;
  /** Whether nobody has taken that claim over. */
  isHeld(place: MemoryPlace, holder: string): Promise<boolean>;
}

export interface Claim {
  /** Unique. The same one asks again after a crash, and has what it had. */
  readonly holder: string;
  /** The run that does it: the claim lasts while a process carries that on. Absent: it lasts as long as its lease. */
  readonly run?: string | undefined;
  /** The process, as `leaseOwner` names it. */
  readonly owner: string;
  readonly leaseMs: number;
  /** A result is as good as none when it is older, in milliseconds. Absent: any will do. */
  readonly newerThanMs?: number | undefined;
}

export type Claimed =
  | { readonly kind: 'claimed' }
  /** JSON; null where it was too large to keep. */
  | { readonly kind: 'done'; readonly json: string | null }
  | { readonly kind: 'busy' }
  /** The place has as many names as it may. */
  | { readonly kind: 'full' };
