/** Who may call: anybody; anyone in the team; the owner of record or team; an administrator of the platform. */
export interface Audience {
  readonly who: 'public' | 'member' | 'owner' | 'admin';
  /** The required permission in the contract's words, such as `manage settings`, if it says more than `who`. */
  readonly gate?: string | undefined;
  /** The answer to others in the same team, or to ordinary tokens. */
  readonly otherwise: 401 | 403 | 404;
  /** The answer to a token of another team (docs/platform/authentication.md#foreign-records). */
  readonly foreign: 403 | 404;
}

/** Documented refusals: a status, and the platform's code (or `_` if it has none) with its condition. */
export type Refusals = Readonly<Partial<Record<number, string | Readonly<Record<string, string>>>>>;

/** By status or the platform's code: the operation that removes the cause of such a refusal. */
export type Remedies = Readonly<Record<number | string, string>>;
