import { dirname, relative } from 'node:path';
import type { V8CoverageProvider } from '@vitest/coverage-v8/dist/provider.js';

type CoverageMap = ReturnType<V8CoverageProvider['createCoverageMap']>;
type Summary = ReturnType<CoverageMap['getCoverageSummary']>;

/** Coverage by folder and in all, as a Markdown table. */
export function folderTable(coverage: CoverageMap, root: string): string {
  const folders = Map.groupBy(coverage.files(), (file) => relative(root, dirname(file)));
  const rows = [...folders]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([folder, files]) =>
      row(
        folder,
        files.map((file) => coverage.fileCoverageFor(file).toSummary()),
      ),
    );
  return [
    '| folder | lines | functions | branches | lines not run |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...rows,
    row('**all**', [coverage.getCoverageSummary()]),
  ].join('\n');
}

function row(name: string, summaries: readonly Summary[]): string {
  const all = summaries.reduce((sum, one) => sum.merge(one));
  const percent = (['lines', 'functions', 'branches'] as const).map((kind) => `${all[kind].pct} %`);
  return `| ${[name, ...percent, all.lines.total - all.lines.covered].join(' | ')} |`;
}
