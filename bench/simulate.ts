import { writeFileSync } from 'node:fs';
import { plot } from './simulation/plot.ts';
import { policies, type PolicyName } from './simulation/policies.ts';
import { report } from './simulation/report.ts';
import { simulate, type Figures } from './simulation/simulate.ts';

/** Writes docs/scheduling.md and its picture: how three ways of asking after jobs do, on a clock that jumps. */
const figures: Figures[] = [];
for (const jobs of [1, 5, 20, 100]) {
  for (const policy of Object.keys(policies) as PolicyName[]) figures.push(await simulate(policy, jobs));
}
writeFileSync(new URL('../docs/scheduling.md', import.meta.url), report(figures));
writeFileSync(new URL('../docs/scheduling.svg', import.meta.url), plot(figures));
