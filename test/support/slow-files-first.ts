import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take more than about 20 seconds, the longest first. Begun last, each would be waited for by idle workers. */
const slowFiles = [
  'replicas/incidents',
  'catalog/answers',
  'mcp/accounts',
  'prices/price-soundness',
  'client/jobs/jobs-twice',
  'reports/views/views',
  'programs/runs/run-code',
  'eval/eval',
  'client/processes',
  'state/postgres/outages',
  'docs/examples',
  'library/connect',
  'cli/run-command',
  'programs/runs/replicas',
  'library/consumer',
  'mcp/http/callers-apart',
  'mcp/http/oauth-pages',
  'client/money/lying-platform',
  'mcp/results/large-answers',
  'programs/runs/resuming',
  'client/full-disk',
  'programs/runs/hostile-programs',
  'cli/proxies',
  'reports/report-command',
  'mcp/results/files',
  'torture/torture',
  'replicas/failover',
  'client/jobs/events-between-processes',
  'client/frozen',
  'app/verify/verify',
  'mcp/http/shutdown',
  'torture/crash-points',
  'client/http/transport/rate',
  'client/money/paying-once',
  'client/money/budget',
];

/**
 * Without a record of earlier runs, as in CI, vitest begins with the largest files; the slowest are small. The rest keeps the
 * files of a project together: a worker goes on to the next file only within its project.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = slowFiles.findIndex((file) => moduleId.endsWith(`/test/${file}.test.ts`));
      return at === -1 ? slowFiles.length : at;
    };
    const order = (a: TestSpecification, b: TestSpecification): number =>
      rank(a) - rank(b) || (rank(a) < slowFiles.length ? 0 : a.project.name.localeCompare(b.project.name));
    return (await super.sort(files)).toSorted(order);
  }
}
