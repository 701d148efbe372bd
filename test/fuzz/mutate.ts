import type { Random } from '../support/random.ts';

const edgeNumbers = [
  '0',
  '-1',
  '-0',
  '1e400',
  '1e-400',
  '0.1',
  '2147483648',
  '9007199254740991',
  '9007199254740993',
  '18446744073709551616',
  '00',
  '1_000',
  'NaN',
  'Infinity',
];
const edgeBytes = [
  '\0',
  '\n',
  '\r\n',
  '"',
  '\\',
  '\\u0000',
  '\ud83d\ude00',
  '\u2028',
  '\u202e',
  '\ufeff',
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  '\u00e9',
  '%00',
  '%',
  '__proto__',
];

/** One to eight random changes to an input. `others` are inputs to splice in; the result is at most `maxBytes` long. */
export function mutate(
  input: Buffer,
  random: Random,
  others: readonly Buffer[],
  tokens: readonly string[],
  maxBytes: number,
): Buffer {
  let bytes: Buffer = Buffer.from(input);
  for (let left = 1 + random.below(8); left > 0; left--)
    bytes = random.pick(changes)(bytes, random, others, tokens).subarray(0, maxBytes);
  return bytes;
}

type Change = (bytes: Buffer, random: Random, others: readonly Buffer[], tokens: readonly string[]) => Buffer;

const changes: readonly Change[] = [
  flipBit,
  setByte,
  insertRandom,
  cutOut,
  repeatPart,
  insertOther,
  insertPiece,
  insertPiece,
  changeNumber,
  repeatOften,
];

function flipBit(bytes: Buffer, random: Random): Buffer {
  if (bytes.length === 0) return bytes;
  const at = random.below(bytes.length);
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.below(8)), at);
  return bytes;
}

function setByte(bytes: Buffer, random: Random): Buffer {
  if (bytes.length > 0) bytes.writeUInt8(random.below(256), random.below(bytes.length));
  return bytes;
}

function insertRandom(bytes: Buffer, random: Random): Buffer {
  return insert(bytes, random, Buffer.from(Array.from({ length: 1 + random.below(16) }, () => random.below(256))));
}

function cutOut(bytes: Buffer, random: Random): Buffer {
  const [from, to] = range(bytes, random);
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
}

function repeatPart(bytes: Buffer, random: Random): Buffer {
  const [from, to] = range(bytes, random);
  return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
}

function insertOther(bytes: Buffer, random: Random, others: readonly Buffer[]): Buffer {
  if (others.length === 0) return bytes;
  const other = random.pick(others);
  const [from, to] = range(other, random);
  return insert(bytes, random, other.subarray(from, to));
}

function insertPiece(bytes: Buffer, random: Random, _others: readonly Buffer[], tokens: readonly string[]): Buffer {
  return insert(bytes, random, Buffer.from(random.pick([...tokens, ...edgeBytes])));
}

function changeNumber(bytes: Buffer, random: Random): Buffer {
  const text = bytes.toString('latin1');
  const numbers = [...text.matchAll(/-?\d+(?:\.\d+)?/g)];
  if (numbers.length === 0) return bytes;
  const { 0: digits, index } = random.pick(numbers);
  return Buffer.from(text.slice(0, index) + random.pick(edgeNumbers) + text.slice(index + digits.length), 'latin1');
}

function repeatOften(bytes: Buffer, random: Random): Buffer {
  const [from, to] = range(bytes, random);
  const part = bytes.subarray(from, Math.min(to, from + 32));
  return insert(bytes, random, Buffer.concat(Array.from({ length: 2 ** random.below(11) }, () => part)));
}

function insert(bytes: Buffer, random: Random, piece: Buffer): Buffer {
  const at = random.below(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
}

function range(bytes: Buffer, random: Random): [from: number, to: number] {
  const one = random.below(bytes.length + 1);
  const two = random.below(bytes.length + 1);
  return one < two ? [one, two] : [two, one];
}
