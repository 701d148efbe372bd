import { Transform } from 'node:stream';

/** Bytes of a line; below the length at which the SDK gives a connection up. The longest that is meant holds a file of 5 MB. */
const longest = 10_000_000;

const newline = 10;

/**
 * Hands on lines up to ten megabytes and passes over the longer ones as they come, without keeping them:
 * one message that cannot be meant is no reason to lose all others.
 *
 * @param onTooLong called once for each line passed over
 */
export function passingOverLongLines(onTooLong: () => void): Transform {
  let held: Buffer[] = [];
  let bytes = 0;
  let over = false;

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let from = 0; from < chunk.length; ) {
        const end = chunk.indexOf(newline, from);
        const piece = chunk.subarray(from, end < 0 ? chunk.length : end + 1);
        from += piece.length;
        bytes += piece.length;
        if (!over && bytes > longest) {
          over = true;
          held = [];
          onTooLong();
        }
        if (!over) held.push(piece);
        if (end < 0) continue;
        if (!over) this.push(held.length === 1 ? piece : Buffer.concat(held));
        [held, bytes, over] = [[], 0, false];
      }
      done();
    },
    flush(done) {
      if (!over && bytes > 0) this.push(Buffer.concat(held));
      done();
    },
  });
}
