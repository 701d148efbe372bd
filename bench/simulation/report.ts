import type { PolicyName } from './policies.ts';
import type { Figures } from './simulate.ts';

const called: Readonly<Record<PolicyName, string>> = { ours: 'this server', naive: 'naive', optimum: 'optimum' };

/** The page docs/scheduling.md. */
export const report = (figures: readonly Figures[]): string => `# Polling schedule

<!-- Written by \`npm run simulate\`. -->

A job of the platform runs for seconds to minutes. Where no [events](deployment.md#events) of the platform arrive, nothing says when it ends, so it has to be polled. Each poll is one of the
60 requests a minute that everything under the token shares. Frequent polling detects completion early but leaves no requests for
anything else; infrequent polling delays finished results.

![Delay against polls, and how long an interactive call waits, for three policies](scheduling.svg)

${table(figures)}

- **This server** is the program's own code (job registry, rate limiter and store) on a simulated clock. A job is polled after 5 s,
  then whenever the elapsed time has doubled, up to half of its usual duration; from then on after a tenth of the elapsed time, but
  never sooner than 5 s after a response, nor than the contract states for that job. All polls together are paced to 30 a minute
  (slightly more when many jobs begin at once), and interactive calls have priority.
- **Naive** polls every job 5 s after its last response, calls and polls first come, first served, in the same rate limiter.
- **Optimum** knows each completion in advance and polls once. No program can do that; it shows the cost of not knowing.

**How to read it.** With a single job, this server polls half as often as the naive policy and detects completion a second or two later; for
long jobs the delay grows in proportion to their duration. With many jobs, frequent polling gains nothing: the naive
policy uses the whole minute and interactive calls queue behind its polls, while here an interactive call gets its
slot at once. The price is delay: 20 jobs share 30 polls a minute, so each is polled every 40 s; 100 jobs, every 200 s. Under the optimum
calls wait too when many jobs end within the same minute: it keeps only the limiter's ten slots free.

Jobs are paced one by one, according to the number of running jobs at each response. The alternative, a queue that sends 30 polls a minute, first come,
first served, was measured: it detects completions later at 20 and at 100 jobs.

**What is simulated.** ${rounds(figures)} The kind of each job is drawn from all kinds in the
catalog that are polled by a state. Its duration is the usual one times a log-normal factor (median 1, σ 0.5), the same for all three policies. All jobs of a round begin within 10 s; their starts are not counted. A response takes
0.2 to 0.6 s. In addition there are ten interactive calls a minute, and twenty at once after the first minute. A delay is the time from
the end of a job until its caller has the result; a wait is the time from requesting a slot to having it. Random numbers have fixed seeds: \`npm run simulate\` rewrites this page and the picture, with the same figures each time.
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
