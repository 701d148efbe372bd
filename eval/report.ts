import type { Outcome } from './run-task.ts';

/** A line a task, and the averages. */
export function report(outcomes: readonly Outcome[]): string {
  const width = Math.max(...outcomes.map(({ task }) => task.length));
  const line = (name: string, cells: readonly (string | number)[], why = ''): string =>
    `${name.padEnd(width)} ${cells.map((cell) => String(cell).padStart(9)).join('')}${why && `  ${why}`}`;
  const mean = (of: 'calls' | 'tokens' | 'refusals' | 'credits', digits: number): string =>
    (outcomes.reduce((sum, one) => sum + one[of], 0) / outcomes.length).toFixed(digits);
  const right = outcomes.filter(({ success }) => success).length;
  return [
    line('task', ['right', 'calls', 'tokens', 'refused', 'credits']),
    ...outcomes.map(({ task, success, why, calls, tokens, refusals, credits }) =>
      line(task, [success ? 'yes' : 'no', calls, tokens, refusals, credits], why),
    ),
    line('average', [
      `${right}/${outcomes.length}`,
      mean('calls', 1),
      mean('tokens', 0),
      mean('refusals', 2),
      mean('credits', 1),
    ]),
  ].join('\n');
}
