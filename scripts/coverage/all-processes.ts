import { readFile } from 'node:fs/promises';
import v8 from '@vitest/coverage-v8';
import { V8CoverageProvider } from '@vitest/coverage-v8/dist/provider.js';
import type { CoverageProviderModule } from 'vitest/node';
import { folderTable } from './folder-table.ts';
import { sourceCoverage } from './source-coverage.ts';

/**
 * Vitest's coverage, of the processes that tests start too. Those that ran the bundle are mapped back to the sources by
 * the maps that the build leaves next to it.
 */
class AllProcesses extends V8CoverageProvider {
  override async transformFile(
    ...[path, project, environment, isTransformedByVite]: Parameters<V8CoverageProvider['transformFile']>
  ): ReturnType<V8CoverageProvider['transformFile']> {
    const map = isTransformedByVite ? undefined : await readFile(`${path}.map`, 'utf8').catch(() => undefined);
    if (map === undefined) return super.transformFile(path, project, environment, isTransformedByVite);
    return { code: await readFile(path, 'utf8'), map: JSON.parse(map) };
  }

  override async getUntestedFiles(tested: string[]): Promise<string[]> {
    return (await super.getUntestedFiles(tested)).filter((file) => file.endsWith('.ts'));
  }

  override async generateCoverage(
    ...context: Parameters<V8CoverageProvider['generateCoverage']>
  ): ReturnType<V8CoverageProvider['generateCoverage']> {
    const measured = await super.generateCoverage(...context);
    const coverage = this.createCoverageMap();
    for (const path of measured.files().filter((file) => file.endsWith('.ts')))
      coverage.addFileCoverage(await sourceCoverage(measured.fileCoverageFor(path).data));
    return coverage;
  }

  override async generateReports(...given: Parameters<V8CoverageProvider['generateReports']>): Promise<void> {
    await super.generateReports(...given);
    console.log(folderTable(given[0], process.cwd()));
  }
}

// Its methods keep what they need on their own object, of which each worker has one; of this module it has several.
export default {
  startCoverage: v8.startCoverage?.bind(v8),
  takeCoverage: v8.takeCoverage?.bind(v8),
  stopCoverage: v8.stopCoverage?.bind(v8),
  getProvider: () => new AllProcesses(),
} as CoverageProviderModule;
