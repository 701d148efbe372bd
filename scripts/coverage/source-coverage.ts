import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { pathToFileURL } from 'node:url';
import { convert } from 'ast-v8-to-istanbul';
import { parseAstAsync } from 'vitest/node';

type CoverageMapData = Awaited<ReturnType<typeof convert>>;
export type FileCoverageData = Exclude<CoverageMapData[string], { data: unknown }>;
type Range = FileCoverageData['statementMap'][string];

/**
 * The statements, functions and branches of a source file, each with the sum of the counts of what starts at the same place.
 * A file runs in three forms: transformed by vitest, stripped of its types by Node, and bundled. Their maps agree on where
 * something starts, but not always on where it ends, so that one statement would be counted once for each form.
 */
export async function sourceCoverage(measured: FileCoverageData): Promise<FileCoverageData> {
  const source = await emptyCoverage(measured.path);
  const statements = new Map(Object.entries(source.statementMap).map(([id, { start }]) => [placeOf(start), id]));
  for (const [id, { start }] of Object.entries(measured.statementMap)) {
    const statement = statements.get(placeOf(start)) ?? nextOnLine(source, start);
    if (statement !== undefined) source.s[statement] = (source.s[statement] ?? 0) + (measured.s[id] ?? 0);
  }
  const functions = new Map(Object.entries(source.fnMap).map(([id, { loc }]) => [placeOf(loc.start), id]));
  for (const [id, { loc }] of Object.entries(measured.fnMap)) {
    const found = functions.get(placeOf(loc.start));
    if (found !== undefined) source.f[found] = (source.f[found] ?? 0) + (measured.f[id] ?? 0);
  }
  const branches = new Map(Object.entries(source.branchMap).map(([id, branch]) => [branchPlace(branch), id]));
  for (const [id, branch] of Object.entries(measured.branchMap)) {
    const counts = source.b[branches.get(branchPlace(branch)) ?? ''];
    counts?.forEach((count, at) => (counts[at] = count + (measured.b[id]?.[at] ?? 0)));
  }
  return source;
}

/** Node strips types without moving anything: places in the result are places in the source. */
async function emptyCoverage(path: string): Promise<FileCoverageData> {
  const code = stripTypeScriptTypes(await readFile(path, 'utf8'));
  const url = pathToFileURL(path).href;
  const map = await convert({ code, ast: await parseAstAsync(code), coverage: { functions: [], url } });
  return map[path] as FileCoverageData;
}

const placeOf = ({ line, column }: Range['start']): string => `${line}:${column}`;

const branchPlace = ({ type, locations }: FileCoverageData['branchMap'][string]): string =>
  [type, ...locations.map(({ start }) => placeOf(start))].join(' ');

/** A bundler drops parentheses, and says that what they held starts where they did. */
function nextOnLine({ statementMap }: FileCoverageData, { line, column }: Range['start']): string | undefined {
  const [next] = Object.entries(statementMap)
    .filter(([, { start }]) => start.line === line && start.column > column)
    .toSorted(([, a], [, b]) => a.start.column - b.start.column);
  return next?.[0];
}
