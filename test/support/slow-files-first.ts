import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take more than about 20 seconds, the longest first. Begun last, each would be waited for by idle workers. */
const slowFiles = [
  'replicas/incidents',
  'catalog/answers',
  'mcp/accounts',
  'prices/price-soundness',
  'cli/run-command',
  'field/shared-thread',
  'client/jobs/jobs-twice',
  'reports/views/views',
  'mcp/http/shutdown',
  'docs/examples',
  'eval/eval',
  'client/processes',
  'state/postgres/outages',
  'programs/runs/replicas',
  'cli/proxies',
  'field/pages',
  'field/killed-processes',
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
