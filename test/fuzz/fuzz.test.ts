import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, it } from 'vitest';

/** The exports of a file in `targets/`. Inputs are raw bytes; a target for text decodes them itself. */
interface FuzzTarget {
  /** The file's own name, and the name of its folder below `corpus/`. */
  readonly name: string;
  /** Pieces that mean something to the parser under test. */
  readonly tokens: readonly string[];
  /** Throws where an invariant is broken. */
  check(input: Buffer): Promise<unknown>;
}

const corpus = (name: string): [file: string, input: Buffer][] => {
  const folder = join(import.meta.dirname, 'corpus', name);
  return readdirSync(folder).map((file) => [file, readFileSync(join(folder, file))]);
};

/** Pieces of what the target knows and of its corpus, and noise between them. */
function inputsOf({ name, tokens }: FuzzTarget): fc.Arbitrary<Buffer> {
  const kept = corpus(name).map(([, input]) => input);
  const cut = fc.tuple(fc.constantFrom(...kept), fc.nat(4_000), fc.nat(4_000));
  const piece = fc.oneof(
    fc.constantFrom(...tokens).map((token) => Buffer.from(token)),
    cut.map(([input, from, length]) => input.subarray(from % (input.length + 1)).subarray(0, length)),
    fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
  );
  return fc.array(piece, { maxLength: 30 }).map((pieces) => Buffer.concat(pieces));
}

const targets = await Promise.all(
  readdirSync(join(import.meta.dirname, 'targets')).map(
    async (file) => (await import(`./targets/${file}`)) as FuzzTarget,
  ),
);

/** `npm run fuzz` tries for a minute each, from another seed each time. */
const seconds = Number(process.env['VISIBILITY_FUZZ_SECONDS'] ?? 0);
const extent = seconds > 0 ? { numRuns: 1e9, interruptAfterTimeLimit: seconds * 1_000 } : { numRuns: 200, seed: 7 };

describe.each(targets)('$name holds', (target) => {
  it.each(corpus(target.name))('for %s, which was kept', async (_, input) => {
    await target.check(input);
  });

  it('for any bytes', { timeout: 60_000 + seconds * 2_000 }, () =>
    fc.assert(
      fc.asyncProperty(inputsOf(target), async (input) => void (await target.check(input))),
      extent,
    ),
  );
});
