import type { PolicyName } from './policies.ts';
import type { Figures } from './simulate.ts';

const called: Readonly<Record<PolicyName, string>> = { ours: 'this server', naive: 'naive', optimum: 'optimum' };

/** The page docs/scheduling.md. */
export const report = (figures: readonly Figures[]): string => `# When jobs are asked after

<!-- Written by \`npm run simulate\`. -->

A job of the platform runs for seconds to minutes and tells nobody when it ends: somebody has to ask. Each question is one of the
60 requests a minute that everything under the token shares. Asking often hears of the end early and leaves no requests for
anything else; asking seldom lets a finished result lie.

![Delay against polls, and how long an interactive call waits, for three policies](scheduling.svg)

${table(figures)}

- **This server** is the program's own code (job registry, limiter and store), on a clock that jumps. A job is polled after 5 s,
  then whenever the time passed has doubled, up to half of its usual length; from then on after a tenth of what it has taken, but
  never sooner than 5 s after an answer, nor than the contract states for that job. All polls together are paced to 30 a minute
  (somewhat more when many jobs begin at once), and interactive calls go first.
- **Naive** asks after every job 5 s after its last answer, calls and polls first come, first served, in the same limiter.
- **Optimum** knows each end beforehand and asks once. No program can; it is what is lost to not knowing.

**How to read it.** Alone, this server asks half as often as the naive poller and hears of an end a second or two later; of the
end of a long job later than that, in proportion to what it took. With many jobs, asking often has no more to give: the naive
poller fills the whole minute and its callers' own calls queue behind its polls, while here an interactive call still gets its
slot at once. What that costs is delay: 20 jobs share 30 polls a minute, so each is asked after every 40 s; 100 jobs, every 200 s. The optimum
makes calls wait too, where many jobs end within the same minute: it keeps no more than the limiter's ten slots free.

Jobs are paced one by one, each by how many run when it is answered. A queue that lets 30 polls a minute through, first come,
first served, was tried in its place: it hears of ends later at 20 and at 100 jobs.

**What is simulated.** ${rounds(figures)} Each job is of a kind drawn from all kinds in the
catalog that are watched through a state, and takes its usual time times a log-normal factor (median 1, σ 0.5), the same for all three policies. All jobs of a round begin within 10 s; their starts are not counted. An answer takes
0.2 to 0.6 s. Beside them ten interactive calls are made a minute, and twenty at once after the first minute. A delay is from
the end of a job to the moment its caller hears of it; a wait is from asking for a slot to having it. Random numbers have fixed seeds: \`npm run simulate\` writes this page and the picture anew, the same each time.
`;

function table(figures: readonly Figures[]): string {
  const head = [
    'jobs at a time',
    'policy',
    'polls a job',
    'delay, median',
    'delay, p95',
    'worst wait of a call',
    'polls in the busiest minute',
    'polls a minute',
  ];
  const rows = figures.map(({ jobs, policy, pollsPerJob, delay, worstCall, busiestMinute, pollsPerMinute }) => [
    String(jobs),
    called[policy],
    pollsPerJob.toFixed(1),
    seconds(delay.median),
    seconds(delay.p95),
    seconds(worstCall),
    String(busiestMinute),
    pollsPerMinute.toFixed(1),
  ]);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (column === 1 ? '---' : '--:'))), ...rows.map(line)].join('\n');
}

const seconds = (value: number): string => `${value.toFixed(1)} s`;

const rounds = (figures: readonly Figures[]): string =>
  `${figures
    .filter(({ policy }) => policy === 'ours')
    .map(({ jobs, rounds }) => `${rounds} rounds of ${jobs}`)
    .join(', ')} jobs at a time.`;
