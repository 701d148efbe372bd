import { writeFileSync } from 'node:fs';
import { readCorpus } from './corpus.ts';
import { loadTarget, type FuzzTarget } from './fuzz-target.ts';
import { mutate } from './mutate.ts';
import { randomOf, type Random } from '../support/random.ts';

/**
 * The worker process of one target: `node run-target.ts <target> <seconds> <seed> <file>`. Each input is written to
 * the file before it is tried, so that the parent finds it there when this process hangs, crashes or fails.
 */
export interface Outcome {
  readonly inputs: number;
  /** Distinct words that `check` returned. */
  readonly outcomes: number;
  readonly failure?: string;
}

const maxPool = 2_000;

const [, , name = '', seconds = '10', seed = '1', file = ''] = process.argv;
const target = await loadTarget(name);
await target.open?.();
const outcome = await fuzz(target, Number(seconds) * 1000, randomOf(Number(seed)));
await target.close?.();
process.send?.(outcome, () => process.exit(0));

async function fuzz(target: FuzzTarget, ms: number, random: Random): Promise<Outcome> {
  const { tokens = [], maxBytes = 65_536 } = target;
  const seen = new Set<string>();
  const pool: Buffer[] = [];
  const until = performance.now() + ms;
  let inputs = 0;

  const attempt = async (input: Buffer): Promise<string | undefined> => {
    writeFileSync(file, input);
    inputs++;
    try {
      const word = (await withDeadline(target, input)) ?? '';
      if (!seen.has(word) && pool.length < maxPool) pool.push(input);
      seen.add(word);
      return undefined;
    } catch (error) {
      return error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
  };

  const kept = readCorpus(target.name);
  for (const { file, input } of kept) {
    const failure = await attempt(input);
    if (failure !== undefined)
      return { inputs, outcomes: seen.size, failure: `corpus/${target.name}/${file}: ${failure}` };
  }
  pool.push(...kept.map(({ input }) => input), Buffer.alloc(0));
  while (performance.now() < until) {
    // Every fifth input starts from the latest discovery, the others from any.
    const base = random.below(5) === 0 ? (pool.at(-1) as Buffer) : random.pick(pool);
    const failure = await attempt(mutate(base, random, pool, tokens, maxBytes));
    if (failure !== undefined) return { inputs, outcomes: seen.size, failure };
    if (inputs % 100 === 0) process.send?.('alive');
  }
  return { inputs, outcomes: seen.size };
}

async function withDeadline(target: FuzzTarget, input: Buffer): Promise<string | void> {
  const { maxMs = 10_000 } = target;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`took more than ${maxMs} ms`)), maxMs);
  try {
    return await Promise.race([target.check(input), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
