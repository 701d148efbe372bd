import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { keepFailure } from './corpus.ts';
import type { Outcome } from './run-target.ts';

/**
 * `npm run fuzz -- [target] [--seconds N] [--seed N]`: runs each target in a process of its own, two at a time, first
 * with its kept corpus, then with mutations of it. An input that breaks an invariant, hangs or crashes its process is
 * written to the corpus and fails the run.
 */
const parallel = 2;
/** A worker that has not reported for this long hangs in one input. */
const silenceMs = 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const seconds = Number(values.seconds);
const seed = Number(values.seed);
if (!(seconds > 0) || !Number.isInteger(seed))
  throw new Error('usage: npm run fuzz -- [target] [--seconds N] [--seed N]');

const targetNames = readdirSync(join(import.meta.dirname, 'targets')).map((file) => file.replace(/\.ts$/, ''));
const unknown = positionals.find((name) => !targetNames.includes(name));
if (unknown !== undefined) throw new Error(`no target ${unknown}; there are ${targetNames.join(', ')}`);

const scratch = mkdtempSync(join(tmpdir(), 'visibility-fuzz-'));
const waiting = positionals.length > 0 ? positionals : targetNames;
const queue = [...waiting];
await Promise.all(
  Array.from({ length: parallel }, async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) await report(name);
  }),
);
rmSync(scratch, { recursive: true, force: true });

async function report(name: string): Promise<void> {
  const { inputs, outcomes, failure } = await work(name);
  if (failure === undefined)
    return console.log(`fuzz ${name}: ${inputs} inputs, ${outcomes} outcomes, no failure (seed ${seed})`);
  process.exitCode = 1;
  console.log(`fuzz ${name}: FAILED after ${inputs} inputs (seed ${seed})\n${failure}`);
}

/** Runs one target; the input it fails with is kept. */
function work(name: string): Promise<Outcome> {
  const file = join(scratch, name);
  const child = fork(resolve(import.meta.dirname, './run-target.ts'), [name, String(seconds), String(seed), file], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return new Promise((done) => {
    let isOver = false;
    const end = (outcome: Outcome): void => {
      clearTimeout(silence);
      // A process that has reported exits as well.
      if (isOver) return;
      isOver = true;
      if (outcome.failure === undefined) return done(outcome);
      done(
        existsSync(file)
          ? { ...outcome, failure: `${outcome.failure}\nthe input is kept as ${keepFailure(name, readFileSync(file))}` }
          : outcome,
      );
    };
    const silence = setTimeout(() => child.kill('SIGKILL'), silenceMs);
    child.on('message', (message: Outcome | 'alive') => (message === 'alive' ? silence.refresh() : end(message)));
    child.once('exit', (code, signal) =>
      end({ inputs: 0, outcomes: 0, failure: `its process ended with ${signal ?? code}` }),
    );
  });
}
