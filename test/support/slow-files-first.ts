import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take more than about 20 seconds, the longest first. Begun last, each would be waited for by idle workers. */
const slowFiles = [
  'client/jobs/jobs-twice',
  'prices/price-soundness',
  'replicas/incidents',
  'runs/crash',
  'catalog/answers',
  'torture/crash-points',
  'torture/torture',
  'runs/run-code',
  'client/full-disk',
  'views/views',
  'runs/resuming',
  'mcp/questions',
  'client/money/lying-platform',
  'client/processes',
  'client/money/budget',
  'client/jobs/polling',
  'cli/run-command',
  'mcp/results/hostile-texts',
  'runs/workflow-crash',
  'runs/hostile-programs',
  'state/postgres/outages',
  'mcp/results/files',
  'mcp/money/consent',
  'mcp/http/callers-apart',
  'mcp/http/hostile',
  'mcp/results/large-answers',
  'eval/eval',
  'mcp/http/oauth-pages',
  'reports/report-command',
  'mcp/http/secret-rotation',
  'library/consumer',
  'client/frozen',
  'client/transport/rate',
  'docs/examples',
  'mcp/eras',
  'state/ledger',
  'state/totals',
  'replicas/failover',
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
