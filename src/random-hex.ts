import { randomFillSync } from 'node:crypto';

const pool = new Uint8Array(4_096);
let taken = pool.length;

/** `bytes` random bytes in hexadecimal digits, from the system's secure source. Asks it once for many of them: each request needs some. */
export function randomHex(bytes: number): string {
  if (taken + bytes > pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  const from = taken;
  taken += bytes;
  return Buffer.from(pool.buffer, from, bytes).toString('hex');
}
