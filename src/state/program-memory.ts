/** Namespace of values and claims. */
export interface MemoryPlace {
  readonly account: string;
  /** The caller, where several share an account. */
  readonly owner?: string | undefined;
  /** Default: none, which is a label of its own. */
  readonly label?: string | undefined;
}

/** How many names one caller may have under all labels together: of values, and of claims, which stay for a year. */
export const maxMemoryNames = { values: 1_000, claims: 10_000 } as const;

/** What programs keep beyond their end: small values by name, and claims, which make sure that something is done once, with its result. */
export interface ProgramMemory {
  /** JSON; undefined: there is none of that name. */
  get(place: MemoryPlace, name: string): Promise<string | undefined>;
  /** False, with nothing written, where the caller has as many names as one may. */
  set(place: MemoryPlace, name: string, json: string): Promise<boolean>;
  delete(place: MemoryPlace, name: string): Promise<void>;
  /** Takes the claim of that name, the right to do something once, unless it is done already or another process does it. */
  claim(place: MemoryPlace, name: string, claim: Claim): Promise<ClaimAnswer>;
  /** The result recorded under that name, if it is new enough: JSON, or null where it was too large to keep; undefined: there is none. */
  done(place: MemoryPlace, name: string, newerThanMs?: number): Promise<string | null | undefined>;
  /** Extends the lease of a claim. False where another holder has the claim now. */
  renew(place: MemoryPlace, name: string, claim: Pick<Claim, 'holder' | 'leaseMs'>): Promise<boolean>;
  /** Records the result, JSON or null where it is too large to keep. False where the holder does not have the claim any more. */
  settle(place: MemoryPlace, name: string, holder: string, json: string | null): Promise<boolean>;
  /** Gives the claim back, since the work was not done. Idempotent. */
  release(place: MemoryPlace, name: string, holder: string): Promise<void>;
}

export interface Claim {
  /** A run, which still has its claim where it asks again after a crash; otherwise unique to one execution of the work. */
  readonly holder: string;
  /** The run that does the work: the claim lasts while a process executes the run. Absent: it lasts as long as its lease. */
  readonly run?: string | undefined;
  /** The process, as `leaseOwner` names it. */
  readonly owner: string;
  readonly leaseMs: number;
  /** A result older than this, in milliseconds, counts as none. Absent: any counts. */
  readonly newerThanMs?: number | undefined;
}

export type ClaimAnswer =
  | { readonly kind: 'claimed' }
  /** JSON; null where it was too large to keep. */
  | { readonly kind: 'done'; readonly json: string | null }
  | { readonly kind: 'busy' }
  /** The caller has as many names as one may. */
  | { readonly kind: 'full' };
