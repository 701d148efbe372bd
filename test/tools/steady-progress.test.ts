import { expect, it } from 'vitest';
import { steadyProgress } from '../../src/tools/definition/steady-progress.ts';

const step = (percent: number, message = 'Writing') => ({ percent, message });

function recorded() {
  const sent: [percent: number, message: string][] = [];
  return { sent, ...steadyProgress((percent, message) => void sent.push([percent, message])) };
}

it('one job after the other and waits in between only ever go forward, to 100 once', () => {
  const { sent, report, finish } = recorded();
  for (const progress of [0, 0, 40, 99, 100]) report(step(progress));
  report(step(0, 'Waiting 12 s'));
  for (const progress of [10, 90, 90, 100]) report(step(progress, 'Auditing'));
  finish();
  const percents = sent.map(([percent]) => percent);
  expect(percents.every((percent, at) => at === 0 || percent > (percents[at - 1] ?? 0))).toBe(true);
  expect(percents[2]).toBeGreaterThan(35);
  expect(sent.at(-1)).toEqual([100, 'Done']);
  expect(percents.filter((percent) => percent >= 100)).toHaveLength(1);
});

it('a wait in the middle of a job does not move it back', () => {
  const { sent, report } = recorded();
  for (const progress of [50, 0, 51]) report(step(progress));
  expect(sent[1]?.[0]).toBeGreaterThan(sent[0]?.[0] ?? 0);
  expect(sent[2]?.[0]).toBe(51);
});

it('a call that reported nothing has no end to report', () => {
  const { sent, finish } = recorded();
  finish();
  expect(sent).toEqual([]);
});
