import type { PolicyName } from './policies.ts';
import type { Figures } from './simulate.ts';

const width = 880;
const height = 430;

/** Where a panel's axes lie. */
interface Panel {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const scatter: Panel = { left: 64, right: 540, top: 84, bottom: 370 };
const bars: Panel = { left: 640, right: 860, top: 84, bottom: 370 };

/** On a logarithmic axis from `from` to `to`. */
const scaled =
  (from: number, to: number, start: number, end: number) =>
  (value: number): number =>
    start +
    ((Math.log(Math.min(to, Math.max(from, value))) - Math.log(from)) / (Math.log(to) - Math.log(from))) *
      (end - start);

const across = scaled(0.8, 32, scatter.left, scatter.right);
const up = scaled(0.3, 150, scatter.bottom, scatter.top);
const call = (value: number): number => bars.bottom - (value / 140) * (bars.bottom - bars.top);

const policies: readonly PolicyName[] = ['ours', 'naive', 'optimum'];
const words: Readonly<Record<PolicyName, string>> = {
  ours: 'this server',
  naive: 'naive: every 5 s',
  optimum: 'optimum: knows the end',
};

/** The picture docs/scheduling.svg: delay against polls on the left, the price interactive calls pay on the right. */
export function plot(figures: readonly Figures[]): string {
  const of = (policy: PolicyName): Figures[] => figures.filter((one) => one.policy === policy);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Delay against polls a job, and the worst wait of an interactive call, for three policies">
${style}
<rect class="paper" width="${width}" height="${height}" rx="8"/>
${legend()}
${text(scatter.left, 66, 'Delay until a completion is detected, and polls that it takes', 'title')}
${[1, 2, 5, 10, 20].map((polls) => tick(across(polls), polls)).join('\n')}
${[0.5, 1, 2, 5, 10, 20, 50, 100].map((delay) => level(scatter, up(delay), `${delay} s`)).join('\n')}
${text((scatter.left + scatter.right) / 2, 408, 'polls a job', 'label middle')}
${text(scatter.left, 82, 'median delay; beside a point: jobs at a time', 'label')}
${policies.map((policy) => path(policy, of(policy))).join('\n')}
${text(bars.left - 30, 66, 'Worst wait of an interactive call', 'title')}
${[0, 40, 80, 120].map((wait) => level(bars, call(wait), `${wait} s`)).join('\n')}
${of('ours')
  .map(({ jobs }, group) => text(middleOf(group), 388, String(jobs), 'label middle'))
  .join('\n')}
${text((bars.left + bars.right) / 2, 408, 'jobs at a time', 'label middle')}
${policies.flatMap((policy, place) => of(policy).map((one, group) => bar(policy, one, group, place))).join('\n')}
</svg>
`;
}

/** Follows the reader's setting: the picture is shown on light and on dark pages. */
const style = `<style>
  .paper { fill: #fff; } text { font: 12px system-ui, sans-serif; fill: #1f2328; } .title { font-weight: 600; font-size: 13px; } .label { fill: #59636e; }
  .middle { text-anchor: middle; } .end { text-anchor: end; } .grid { stroke: #d1d9e0; stroke-width: 1; } .line { fill: none; stroke-width: 2; }
  .ours { fill: #0969da; stroke: #0969da; } .naive { fill: #bc4c00; stroke: #bc4c00; } .optimum { fill: #1a7f37; stroke: #1a7f37; } .line { fill: none; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117; } text { fill: #f0f6fc; } .label { fill: #9198a1; } .grid { stroke: #3d444d; }
    .ours { fill: #58a6ff; stroke: #58a6ff; } .naive { fill: #f0883e; stroke: #f0883e; } .optimum { fill: #3fb950; stroke: #3fb950; } .line { fill: none; }
  }
</style>`;

const legend = (): string =>
  policies
    .map((policy, place) => {
      const left = scatter.left + [0, 130, 280][place]!;
      return `<circle class="${policy}" cx="${left + 5}" cy="30" r="5"/>${text(left + 16, 34, words[policy])}`;
    })
    .join('\n');

const tick = (x: number, polls: number): string =>
  `<path class="grid" d="M${round(x)} ${scatter.top}V${scatter.bottom}"/>${text(x, 388, String(polls), 'label middle')}`;

const level = ({ left, right }: Panel, y: number, label: string): string =>
  `<path class="grid" d="M${left} ${round(y)}H${right}"/>${text(left - 8, y + 4, label, 'label end')}`;

/** One policy: a point for each number of jobs, joined, with that number beside it. */
function path(policy: PolicyName, figures: readonly Figures[]): string {
  const points = figures.map(({ jobs, pollsPerJob, delay }) => ({ jobs, x: across(pollsPerJob), y: up(delay.median) }));
  const joined = points.map(({ x, y }) => `${round(x)} ${round(y)}`).join(' L');
  const dots = points.map(
    ({ jobs, x, y }) =>
      `<circle class="${policy}" cx="${round(x)}" cy="${round(y)}" r="5"/>${text(x + 9, y - 7, String(jobs))}`,
  );
  if (policy === 'optimum')
    return `${dots[0]?.replace(/>1<\/text>/, `>${figures.map(({ jobs }) => jobs).join(', ')}</text>`)}`;
  return `<path class="${policy} line" d="M${joined}"/>\n${dots.join('\n')}`;
}

const middleOf = (group: number): number => bars.left + 28 + group * 54;

function bar(policy: PolicyName, { worstCall }: Figures, group: number, place: number): string {
  const top = Math.min(call(worstCall), bars.bottom - 2);
  return `<rect class="${policy}" x="${middleOf(group) - 19 + place * 13}" y="${round(top)}" width="11" height="${round(bars.bottom - top)}"/>`;
}

const text = (x: number, y: number, words: string, kind = ''): string =>
  `<text x="${round(x)}" y="${round(y)}"${kind && ` class="${kind}"`}>${words}</text>`;

const round = (value: number): number => Math.round(value * 10) / 10;
