import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Who may import whom below src/, by path. A folder may always import itself. What is not listed
 * for a folder is not allowed, types included: a type from the wrong side ties just as tightly.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'budget-limit.ts': [],
  'clock.ts': [],
  'code-limits.ts': [],
  'job-states.ts': [],
  'once.ts': [],
  'postgres-address.ts': [],
  'proxies.ts': [],
  'quota.ts': [],
  'readable-error.ts': [],
  'request-context.ts': [],
  'scopes.ts': ['catalog/vocabulary/basics.ts'],
  'traces.ts': ['request-context.ts'],
  'unless-aborted.ts': [],
  json: [],
  text: [],
  charts: [],
  views: ['json/', 'job-states.ts', 'charts/'],
  reports: ['charts/', 'views/'],
  catalog: ['json/'],
  config: [
    'budget-limit.ts',
    'json/',
    'catalog/id-text.ts',
    'code-limits.ts',
    'text/nearest.ts',
    'text/percent-decoded.ts',
    'postgres-address.ts',
    'proxies.ts',
    'readable-error.ts',
    'scopes.ts',
  ],
  state: ['budget-limit.ts', 'clock.ts', 'job-states.ts', 'postgres-address.ts', 'readable-error.ts'],
  client: [
    'json/',
    'budget-limit.ts',
    'clock.ts',
    'job-states.ts',
    'text/nearest.ts',
    'proxies.ts',
    'readable-error.ts',
    'traces.ts',
    'text/',
    'catalog/',
    'state/',
  ],
  // What a program sees of the platform: the library and `run_code` share it.
  platform: ['json/', 'clock.ts', 'job-states.ts', 'text/nearest.ts', 'text/', 'catalog/', 'client/'],
  runs: [
    'json/',
    'clock.ts',
    'code-limits.ts',
    'once.ts',
    'quota.ts',
    'unless-aborted.ts',
    'catalog/',
    'client/',
    'platform/',
  ],
  declarations: ['catalog/', 'tools/schema/'],
  tools: [
    'json/',
    'budget-limit.ts',
    'job-states.ts',
    'request-context.ts',
    'views/view-name.ts',
    'reports/',
    'clock.ts',
    'text/nearest.ts',
    'text/',
    'catalog/',
    'client/',
    'platform/',
    'declarations/',
    'runs/',
  ],
  verify: ['json/', 'clock.ts', 'catalog/', 'client/', 'tools/schema/'],
  resources: [
    'json/',
    'views/view-name.ts',
    'reports/',
    'clock.ts',
    'text/',
    'catalog/',
    'client/',
    'platform/',
    'tools/',
    'runs/',
  ],
  prompts: ['text/', 'catalog/', 'client/', 'tools/'],
  // Of the client only its words: what a quote is, a refusal, a file that is sent.
  server: [
    'json/',
    'job-states.ts',
    'quota.ts',
    'views/view-name.ts',
    'views/parts/words.ts',
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
    'client/transport/create-dispatcher.ts',
    'client/meter.ts',
    'catalog/event-types.ts',
    'state/documents.ts',
    'state/events.ts',
    'state/state-unavailable.ts',
    'proxies.ts',
    'request-context.ts',
    'scopes.ts',
    'traces.ts',
    'unless-aborted.ts',
    'config/',
    'clock.ts',
  ],
  // Composed like the command line, for programs instead of people.
  library: [''],
  cli: [''],
  'main.ts': ['cli/', 'traces.ts'],
};

/** The embedded platform is the other side of the wire: one file of src/ starts it, and it knows only what the platform offers. */
const startsSandbox = 'src/cli/wiring/start-sandbox.ts';
const sandboxImports = ['sandbox/', 'src/catalog/'];

/** Within the sandbox: what families share may not know them. */
const forbidden: Readonly<Record<string, readonly string[]>> = {
  'sandbox/engine/': ['sandbox/families/'],
  'sandbox/formats/': ['sandbox/families/', 'sandbox/engine/'],
  'sandbox/invention/': ['sandbox/families/', 'sandbox/engine/'],
};

/** Imports of src/ and sandbox/ below `root` that run the wrong way, as `file → import` lines. */
export function violations(root: string): string[] {
  return [...importsByFile(root)].flatMap(([file, targets]) =>
    targets.filter((target) => !isAllowed(file, target)).map((target) => `${file} → ${target}`),
  );
}

/** Circles of imports among the files of src/ and sandbox/, types included, as `file → file → file` lines. */
export function circles(root: string): string[] {
  const imports = importsByFile(root);
  const found: string[] = [];
  const visited = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start !== -1) found.push([...path.slice(start), file].join(' → '));
    if (visited.has(file)) return;
    visited.add(file);
    for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
  };
  for (const file of imports.keys()) visit(file, []);
  return found;
}

const importsByFile = (root: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    globSync('{src,sandbox}/**/*.ts', { cwd: root })
      .map((file) => file.replaceAll('\\', '/'))
      .toSorted()
      .map((file) => [
        file,
        importsOf(readFileSync(join(root, file), 'utf8')).map((specifier) => posix.join(dirname(file), specifier)),
      ]),
  );

function isAllowed(file: string, target: string): boolean {
  if (file.startsWith('sandbox/')) return isAllowedInSandbox(file, target);
  if (target.startsWith('sandbox/')) return file === startsSandbox;
  const from = file.split('/')[1] ?? '';
  if (!target.startsWith('src/')) return from === 'cli' && target === 'package.json';
  const to = target.slice('src/'.length);
  if (to === from || to.startsWith(`${from}/`)) return true;
  return (allowed[from] ?? []).some((prefix) => to.startsWith(prefix));
}

function isAllowedInSandbox(file: string, target: string): boolean {
  const isForbidden = Object.entries(forbidden).some(
    ([folder, others]) => file.startsWith(folder) && others.some((other) => target.startsWith(other)),
  );
  return !isForbidden && sandboxImports.some((prefix) => target.startsWith(prefix));
}

/** Relative specifiers of static imports, re-exports and dynamic imports. */
const importsOf = (source: string): string[] =>
  Array.from(
    source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g),
    ([, specifier]) => specifier as string,
  );

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = resolve(import.meta.dirname, '..');
  const found = [
    ...violations(root).map((line) => `import in the wrong direction: ${line}`),
    ...circles(root).map((line) => `imports in a circle: ${line}`),
  ];
  for (const line of found) console.error(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
