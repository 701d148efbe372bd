/** How an answer differs from its declaration. `extra` is a note; the others may break callers. */
export type FindingKind = 'missing' | 'extra' | 'type' | 'enum' | 'status' | 'shape' | 'media_type' | 'page';

/** A difference. It holds names, types and shapes, but never a value of the account. */
export interface Finding {
  readonly kind: FindingKind;
  /** Dotted; `[]` is any row of a list, `*` any member of a record, and `` the answer itself. */
  readonly path: string;
  readonly expected: string;
  readonly seen: string;
}

/**
 * `ok`: answered as declared. `drift`: answered otherwise. `forbidden`: not for this token. `no_sample`: the account has no
 * record to read. `skipped`: not requested, for the reason in `why`. `failed`: no usable answer.
 */
export type Verdict = 'ok' | 'drift' | 'forbidden' | 'no_sample' | 'skipped' | 'failed';

/** The result for one operation of the catalog. */
export interface VerifiedOperation {
  readonly operation: string;
  readonly result: Verdict;
  /** Why the operation was not asked, or gave no answer. */
  readonly why?: string | undefined;
  readonly findings: readonly Finding[];
}

/** The outcome of a verification, which is also its JSON document. */
export interface Verification {
  /** Whether there is no breaking finding. With a baseline: none that the baseline does not have. */
  readonly ok: boolean;
  /** `embedded`, or the host of the platform. */
  readonly platform: string;
  readonly checked_at: string;
  /** Requests sent, including repetitions. */
  readonly requests: number;
  /** Decrease of the balance in credits meanwhile, no matter who drew them. Null: unknown. */
  readonly spent: number | null;
  readonly coverage: {
    /** Operations that answered, and all operations of these families. */
    readonly operations: { readonly checked: number; readonly of: number };
    /** Declared fields that occurred in an answer, and all fields that the answering operations declare. */
    readonly fields: { readonly seen: number; readonly of: number };
  };
  /** Number of findings that are omitted because the baseline has them. */
  readonly known?: number | undefined;
  readonly operations: readonly VerifiedOperation[];
}

export const isBreaking = ({ kind }: Finding): boolean => kind !== 'extra';
