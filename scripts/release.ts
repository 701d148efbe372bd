import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * `npm run release -- 0.2.0 [--dry-run]`: sets the version in every file that states it, dates the changelog, checks the tarball,
 * commits and tags. Nothing is published: that is `npm publish` of the tag. With --dry-run every file is put back.
 *
 * Ends with exit code 1, and every file as it was, where a check fails.
 */
const [version, ...flags] = process.argv.slice(2);
const dryRun = flags.includes('--dry-run');
const stating = [
  'package.json',
  'package-lock.json',
  'manifest.json',
  'server.json',
  '.claude-plugin/plugin.json',
  'gemini-extension.json',
  'plugin.json',
];
const changelog = 'CHANGELOG.md';

if (!version || !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) fail('which version? (npm run release -- 0.2.0)');
if (run('git', 'status', '--porcelain') !== '') fail('there are uncommitted changes');

const before = new Map([...stating, changelog].map((file) => [file, readFileSync(file, 'utf8')]));
try {
  for (const file of stating) writeFileSync(file, withVersion(file, version));
  writeFileSync(changelog, dated(version));
  run('npm', 'run', '-s', 'build');
  run('npx', 'vitest', 'run', 'test/packaging.test.ts', '--project', 'sqlite');
  checkTarball();
  if (dryRun) {
    restore();
    console.log(`${version} could be released`);
  } else {
    run('git', 'commit', '--quiet', '--message', `release: ${version}`, '--', ...stating, changelog);
    run('git', 'tag', '--annotate', `v${version}`, '--message', version);
    console.log(`committed and tagged v${version}; next: git push --follow-tags, npm publish, npm run pack`);
  }
} catch (error) {
  restore();
  fail(error instanceof Error ? error.message : String(error));
}

/** The file's text with the project's own version replaced, also where its packages state it; everything else stays. */
function withVersion(file: string, next: string): string {
  const text = readFileSync(file, 'utf8');
  const { version: current } = JSON.parse(text) as { version: string };
  const own = file === 'package-lock.json' ? 2 : Infinity;
  let seen = 0;
  const stating = text.replaceAll(`"version": "${current}"`, (stated) =>
    ++seen <= own ? `"version": "${next}"` : stated,
  );
  if (file !== 'server.json') return stating;
  // Packages of the registry name their version in their addresses, too.
  const inAddress = new RegExp(`(?<=/v|visibility-mcp[-:])${current.replaceAll('.', '\\.')}(?=["/.])`, 'g');
  return stating.replace(inAddress, next);
}

/** The changelog with what is unreleased under the new version and today's date. */
function dated(next: string): string {
  const text = readFileSync(changelog, 'utf8');
  const [, unreleased = ''] = /## \[Unreleased\]\n([^]*?)(?=\n## \[)/.exec(text) ?? [];
  if (unreleased.trim() === '') throw new Error('CHANGELOG.md has nothing under [Unreleased]');
  const today = new Date().toISOString().slice(0, 10);
  return text.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${next}] - ${today}\n`);
}

/** What npm would publish, judged by publint. */
function checkTarball(): void {
  const folder = mkdtempSync(join(tmpdir(), 'visibility-release-'));
  try {
    const [{ filename }] = JSON.parse(
      run('npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', folder),
    ) as [{ filename: string }];
    run('npx', 'publint', 'run', join(folder, filename), '--strict');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function restore(): void {
  for (const [file, text] of before) writeFileSync(file, text);
}

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}

function fail(message: string): never {
  console.error(`release: ${message}`);
  process.exit(1);
}
