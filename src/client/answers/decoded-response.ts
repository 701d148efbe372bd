/** A decoded answer of the platform. */
export interface DecodedResponse extends AroundData {
  readonly status: number;
  /** The parsed document, including its envelope. */
  readonly rawJson: unknown;
  /** Its content without the envelope: rows as a list, otherwise an object. In another form: unchanged. */
  readonly data: unknown;
  /** Set if the answer says nothing about the call: a web page, JSON that cannot be parsed, or no content where some is declared. */
  readonly isUnreadable?: true | undefined;
}

/** What an answer contains in addition to its content. */
export interface AroundData {
  readonly page?: Page | undefined;
  /** Fields beside the rows other than page figures, such as `{limit, offset}`. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** Set if `data` is only the beginning of a stream or list: the number of rows, and an explanation as text. */
  readonly incomplete?: { readonly rows: number; readonly says: string } | undefined;
  /** The bytes of the whole answer, if it is not a single JSON document. */
  readonly raw?: RawResponse | undefined;
  /** Rows of a table that were left out because it exceeds the limits of this program. */
  readonly unreadRows?: number | undefined;
}

/** Page figures of a list, as its `meta` states them. */
export interface Page {
  readonly page: number;
  readonly per_page: number;
  readonly total: number;
  readonly last_page: number;
}

/** The bytes of an answer. */
export interface RawResponse {
  /** Media type of the `Content-Type` header, including its parameters. */
  readonly mime: string;
  readonly body: Uint8Array;
  /** File name of the `Content-Disposition` header, made safe. Absent: it has none. */
  readonly name?: string | undefined;
}
