import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Who may import whom, by path below src/. A folder may always import itself. What is not listed
 * for a folder is not allowed, types included: a type from the wrong side ties just as tightly.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'budget-limit.ts': [],
  'clock.ts': [],
  'job-states.ts': [],
  'load-once.ts': [],
  'make-folder.ts': [],
  'nearest.ts': [],
  'random-hex.ts': [],
  'request-context.ts': ['random-hex.ts'],
  text: ['random-hex.ts'],
  charts: [],
  views: ['job-states.ts', 'charts/'],
  reports: ['charts/', 'views/'],
  catalog: [],
  config: ['budget-limit.ts', 'nearest.ts'],
  state: ['budget-limit.ts', 'clock.ts', 'job-states.ts', 'make-folder.ts', 'random-hex.ts'],
  client: ['budget-limit.ts', 'clock.ts', 'job-states.ts', 'request-context.ts', 'text/', 'catalog/', 'state/'],
  // What a program sees of the platform: the library and `run_code` share it.
  platform: ['clock.ts', 'nearest.ts', 'text/', 'catalog/', 'client/'],
  runs: ['clock.ts', 'catalog/', 'client/', 'platform/'],
  declarations: ['catalog/', 'tools/schema/'],
  tools: [
    'job-states.ts',
    'load-once.ts',
    'request-context.ts',
    'views/view-name.ts',
    'reports/',
    'clock.ts',
    'nearest.ts',
    'text/',
    'catalog/',
    'client/',
    'platform/',
    'declarations/',
    'runs/',
  ],
  resources: ['views/view-name.ts', 'reports/', 'clock.ts', 'text/', 'catalog/', 'client/', 'tools/', 'runs/'],
  prompts: ['text/', 'catalog/', 'client/', 'tools/'],
  openapi: ['catalog/'],
  sandbox: ['clock.ts', 'catalog/', 'openapi/'],
  // Of the client only its words: what a quote is, a refusal, a file that is sent.
  server: [
    'job-states.ts',
    'load-once.ts',
    'views/view-name.ts',
    'budget-limit.ts',
    'clock.ts',
    'text/',
    'tools/',
    'resources/',
    'prompts/',
    'client/call/reply.ts',
    'client/call/default-wait.ts',
    'client/files/file-access.ts',
    'client/errors/',
    'client/meter.ts',
    'request-context.ts',
    'config/',
    'clock.ts',
  ],
  // Composed like the command line, for programs instead of people.
  library: [''],
  cli: [''],
  'main.ts': ['cli/'],
};

/** Within the sandbox: what families share may not know them. */
const forbidden: Readonly<Record<string, readonly string[]>> = {
  'sandbox/engine/': ['sandbox/families/'],
  'sandbox/formats/': ['sandbox/families/', 'sandbox/engine/'],
  'sandbox/invention/': ['sandbox/families/', 'sandbox/engine/'],
};

/** Imports below `root`/src that run the wrong way, as `file → import` lines. */
export function violations(root: string): string[] {
  return globSync('src/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
    .flatMap((file) =>
      importsOf(readFileSync(join(root, file), 'utf8'))
        .map((specifier) => posix.join(dirname(file), specifier))
        .filter((target) => !isAllowed(file.slice('src/'.length), target))
        .map((target) => `${file} → ${target}`),
    );
}

function isAllowed(file: string, target: string): boolean {
  const from = file.split('/')[0] ?? '';
  if (!target.startsWith('src/')) return from === 'cli' && target === 'package.json';
  const to = target.slice('src/'.length);
  const isForbidden = Object.entries(forbidden).some(
    ([folder, others]) => file.startsWith(folder) && others.some((other) => to.startsWith(other)),
  );
  if (isForbidden) return false;
  if (to === from || to.startsWith(`${from}/`)) return true;
  return (allowed[from] ?? []).some((prefix) => to.startsWith(prefix));
}

/** Relative specifiers of static imports, re-exports and dynamic imports. */
const importsOf = (source: string): string[] =>
  Array.from(
    source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g),
    ([, specifier]) => specifier as string,
  );

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = violations(resolve(import.meta.dirname, '..'));
  for (const line of found) console.error(`import in the wrong direction: ${line}`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
