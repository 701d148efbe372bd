import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take more than about 20 seconds, the longest first. Begun last, each would be waited for by two idle workers. */
const slowFiles = [
  'runs/crash',
  'prices/price-soundness',
  'torture/torture',
  'views/views',
  'client/jobs/jobs-twice',
  'state/postgres/outages',
  'mcp/http/hostile',
  'runs/hostile-programs',
  'mcp/results/hostile-texts',
  'client/full-disk',
  'torture/crash-points',
];

/** Without a record of earlier runs, as in CI, vitest begins with the largest files; the slowest are small. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = slowFiles.findIndex((file) => moduleId.endsWith(`/test/${file}.test.ts`));
      return at === -1 ? slowFiles.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
