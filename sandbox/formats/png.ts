import { Buffer } from 'node:buffer';
import { crc32, deflateSync } from 'node:zlib';

export type Colour = readonly [red: number, green: number, blue: number];

/** A square picture that fades from one colour to another, as a PNG file (W3C PNG, section 5). */
export function png(side: number, from: Colour, to: Colour): Buffer {
  const rows = Array.from({ length: side }, (_, y) => {
    const shade = from.map((value, n) => Math.round(value + (((to[n] ?? 0) - value) * y) / side));
    // Filter type 0, then the pixels.
    return Buffer.from([0, ...Array.from({ length: side }, () => shade).flat()]);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // 8 bits a channel, colour type 2: red, green, blue.
  header.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
