/**
 * What a file in `targets/` exports. Inputs are raw bytes; a target for text decodes them itself.
 *
 * @example
 * export const name = 'retry-after';
 * export const tokens = ['GMT', '1e400'];
 * export async function check(input: Buffer): Promise<string> {
 *   const seconds = retryAfter(input.toString());
 *   assert(seconds === undefined || seconds <= 3600);
 *   return seconds === undefined ? 'unreadable' : 'seconds';
 * }
 */
export interface FuzzTarget {
  /** The file's own name, and the name of its folder below `corpus/`. */
  readonly name: string;
  /**
   * Throws where an invariant is broken. May return a short word for what happened, such as `refused: depth`:
   * an input that leads to a new word is mutated further.
   */
  check(input: Buffer): Promise<string | void>;
  /** Pieces that mean something to the parser under test; they are spliced into inputs. */
  readonly tokens?: readonly string[];
  /** Longest input to try, in bytes. Default 65,536. */
  readonly maxBytes?: number;
  /** Milliseconds that one input may take; longer is a failure. Default 10,000. */
  readonly maxMs?: number;
  open?(): Promise<void>;
  close?(): Promise<void>;
}

export async function loadTarget(name: string): Promise<FuzzTarget> {
  const target = (await import(`./targets/${name}.ts`)) as FuzzTarget;
  if (target.name !== name) throw new Error(`targets/${name}.ts calls itself ${target.name}`);
  return target;
}
