import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { platformFor } from '../support/platform.ts';
import { pointedAt, startHost } from '../mcp/support/stdio-host.ts';

const scope = { onTestFinished };

/** Calls of a program at their bounds, and a little beyond: text, cells, columns, rows. */
const programs: readonly (readonly [string, string])[] = [
  [
    'csv.format of 50,000 cells',
    `await platform.csv.format(Array.from({ length: 500 }, (_, n) => Object.fromEntries(Array.from({ length: 100 }, (_, c) => ['c' + c, 'x;=' + n]))))`,
  ],
  [
    'csv.format of 3,000 columns',
    `await platform.csv.format(Array.from({ length: 5000 }, () => ({})), { columns: Array.from({ length: 3000 }, (_, n) => 'k' + n) }).catch(() => 0)`,
  ],
  [
    'csv.parse of 50,000 cells',
    `await platform.csv.parse(Array.from({ length: 500 }, () => Array.from({ length: 100 }, (_, c) => c + ";'=1").join()).join('\\n'), { delimiter: ',' }).catch(() => 0)`,
  ],
  ['csv.parse of 1 MB', `await platform.csv.parse('a\\n' + '"x' + 'y'.repeat(1_000_000) + '"')`],
  [
    'save of 20,000 rows with 1,000 columns',
    `await platform.save('x.csv', Array.from({ length: 20000 }, (_, n) => ({ ['k' + (n % 1000)]: 1 }))).catch(() => 0)`,
  ],
  [
    'save of 1,000 rows',
    `await platform.save('y.json', Array.from({ length: 1000 }, (_, n) => ({ n, text: 'x'.repeat(500) })))`,
  ],
];

test('no call of a program holds up the other callers of the process', async () => {
  const platform = await platformFor(scope);
  const host = await startHost(scope, { env: pointedAt(platform) });
  const ping = async (): Promise<number> => {
    const began = performance.now();
    await host.request('ping');
    return performance.now() - began;
  };
  const longestWhile = async (work: Promise<unknown>): Promise<number> => {
    let [isOver, longest] = [false, 0];
    const over = work.finally(() => (isOver = true));
    // What is guarded against takes seconds: with pauses, the pings leave the processor to the program.
    for (; !isOver; await Promise.race([over, setTimeout(50)])) longest = Math.max(longest, await ping());
    await over;
    return longest;
  };
  const run = (code: string) => host.call('run_code', { code: `${code}; return 1` });
  await run('1');
  // What a run costs the process whatever it calls, on this machine. What is guarded against took 5 to 30 s.
  const idle = await longestWhile(run('1'));
  for (const [name, code] of programs) {
    const longest = await longestWhile(run(code));
    expect(longest, name).toBeLessThan(Math.max(1_500, 10 * idle));
  }
});
