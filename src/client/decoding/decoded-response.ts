import type { LeftUnread } from './prune-json.ts';

/** An answer of the platform, read. */
export interface DecodedResponse extends AroundData {
  readonly status: number;
  /** The document as it came, wrappers and all. */
  readonly rawJson: unknown;
  /** Its content. */
  readonly data: unknown;
}

/** What an answer holds beside its content. */
export interface AroundData {
  readonly page?: Page | undefined;
  /** What the answer said beside rows that is no page, such as `{limit, offset}`. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** Set where `data` is the beginning of a stream or a list that goes on: how many rows came, and what that means in words. */
  readonly incomplete?: { readonly rows: number; readonly says: string } | undefined;
  /** The whole answer as it came, where it was not one JSON document. */
  readonly raw?: RawResponse | undefined;
  /** Where the answer held more than this program reads. */
  readonly leftUnread?: LeftUnread | undefined;
}

export interface Page {
  readonly page: number;
  readonly per_page: number;
  readonly total: number;
  readonly last_page: number;
}

/** An answer as it came. */
export interface RawResponse {
  /** As the platform says, parameters included. */
  readonly mime: string;
  readonly body: Uint8Array;
  /** As the platform calls it, made safe. Absent: it has no name. */
  readonly name?: string | undefined;
}
