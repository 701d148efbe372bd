/** Limits of a JSON document. What exceeds them is removed before parsing. */
export interface JsonLimits {
  /** Maximum number of objects, lists and their members in total. */
  readonly maxNodes: number;
  /** Maximum members of one object. */
  readonly maxKeys: number;
  /** Bytes after which members are removed. A string is never cut, so the document may exceed this by one string. */
  readonly maxBytes: number;
  readonly maxDepth: number;
}

/** What was removed from an answer. */
export interface LeftUnread {
  /** Number of removed members of lists and objects, not counting those nested in removed ones. */
  readonly members: number;
  /** Number of lists and objects nested too deeply, each replaced by "…". */
  readonly nested: number;
}

interface Pruned {
  readonly document: Uint8Array;
  readonly leftUnread?: LeftUnread | undefined;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/**
 * Scans a JSON document for parts that exceed the limits, in pieces, so that the event loop can run between them. `JSON.parse` allocates
 * memory as it goes and cannot be interrupted, so an object of 500,000 fields must be pruned first. The scanner does not validate
 * syntax; the later parsing does.
 */
export class JsonPruner {
  readonly #limits: JsonLimits;
  readonly #leftOut: [from: number, to: number, inPlace?: string][] = [];
  readonly #counts: Uint32Array;
  readonly #isObject: Uint8Array;
  #depth = 0;
  #nodes = 0;
  #inString = false;
  #escaped = false;
  /** The part being removed: the depth at whose end it ends, and its first byte. */
  #skipping: { readonly until: number; readonly from: number; readonly rest: boolean } | undefined;
  #members = 0;
  #nested = 0;
  /** Bytes removed so far. */
  #without = 0;

  constructor(limits: JsonLimits) {
    this.#limits = limits;
    this.#counts = new Uint32Array(limits.maxDepth + 2);
    this.#isObject = new Uint8Array(limits.maxDepth + 2);
  }

  /** Objects, lists and members kept so far. */
  get nodes(): number {
    return this.#nodes;
  }

  /** Whether the scanned part exceeds the limits. */
  get isBeyond(): boolean {
    return this.#leftOut.length > 0 || this.#skipping !== undefined;
  }

  scan(bytes: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const byte = bytes[at] as number;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === backslash) this.#escaped = true;
        else if (byte === quote) this.#inString = false;
      } else if (byte === quote) this.#inString = true;
      else if (byte === comma) this.#next(at);
      // { and [, } and ] differ from each other in the bit 0x20 only.
      else if ((byte | 0x20) === 0x7b) this.#open(at, byte === 0x7b);
      else if ((byte | 0x20) === 0x7d) this.#close(at);
    }
  }

  /** The document without the parts that exceed the limits. */
  finish(bytes: Uint8Array): Pruned {
    if (this.#leftOut.length === 0) return { document: bytes };
    const pieces: Uint8Array[] = [];
    let last = 0;
    for (const [from, to, inPlace = ''] of this.#leftOut) {
      pieces.push(bytes.subarray(last, from), Buffer.from(inPlace));
      last = to;
    }
    pieces.push(bytes.subarray(last));
    return { document: Buffer.concat(pieces), leftUnread: { members: this.#members, nested: this.#nested } };
  }

  #next(at: number): void {
    if (this.#skipping) {
      if (this.#skipping.rest && this.#depth === this.#skipping.until) this.#members++;
      return;
    }
    const { maxNodes, maxKeys, maxBytes } = this.#limits;
    const count = ((this.#counts[this.#depth] as number) += 1);
    if (
      ++this.#nodes < maxNodes &&
      at - this.#without < maxBytes &&
      (this.#isObject[this.#depth] === 0 || count < maxKeys)
    )
      return;
    this.#members++;
    this.#skipping = { until: this.#depth, from: at, rest: true };
  }

  #open(at: number, isObject: boolean): void {
    this.#depth++;
    if (this.#skipping) return;
    if (this.#depth > this.#limits.maxDepth) {
      this.#nested++;
      this.#skipping = { until: this.#depth, from: at, rest: false };
      return;
    }
    this.#nodes++;
    this.#counts[this.#depth] = 0;
    this.#isObject[this.#depth] = isObject ? 1 : 0;
  }

  #close(at: number): void {
    const ending = this.#skipping;
    if (ending && ending.until === this.#depth) {
      this.#leftOut.push(ending.rest ? [ending.from, at] : [ending.from, at + 1, '"…"']);
      this.#without += at - ending.from;
      this.#skipping = undefined;
    }
    if (this.#depth > 0) this.#depth--;
  }
}
