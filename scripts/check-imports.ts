import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The rooms of src/, from the ground up: a room imports itself and those before it, types included. */
const rooms: readonly string[] = [
  'base',
  'catalog',
  'state',
  'client',
  'programs',
  'tools',
  'resources',
  'reports',
  'server',
  'app',
  'cli',
  'library',
  'main.ts',
];

/** The folders of a room, from the ground up, as rooms are; `.` stands for the files that lie in the room itself and are not named. */
const folders: Readonly<Record<string, readonly string[]>> = {
  base: ['json', 'text', '.'],
  catalog: ['vocabulary', 'families', '.', 'schema'],
  state: ['sql', 'sqlite', 'postgres', '.'],
  client: [
    'errors.ts',
    'refusals.ts',
    'store-errors.ts',
    'meter.ts',
    'redact-secrets.ts',
    'http',
    'answers',
    'money',
    'jobs',
    'calls',
    '.',
    'names',
  ],
  programs: ['platform', 'engine', 'queue', 'runs', '.'],
  tools: [
    'projection',
    'definition',
    'questions',
    'results',
    'calls',
    'workflows',
    'operations',
    'runs',
    'jobs',
    'accounts',
    '.',
  ],
  resources: ['prompts', '.'],
  reports: ['charts', 'views', '.'],
  server: ['protocol', 'stdio', 'http'],
  app: ['config', 'verify', '.'],
  cli: ['terminal', 'command', 'output', 'install', 'commands', '.'],
};

/** Rooms that may import only a part of another room: the server may import only these files of the client. */
const parts: Readonly<Record<string, readonly string[]>> = {
  'server → client': [
    'client/calls/reply.ts',
    'client/calls/default-wait.ts',
    'client/http/files/file-access.ts',
    'client/errors.ts',
    'client/refusals.ts',
    'client/http/transport/create-dispatcher.ts',
    'client/meter.ts',
    'client/money/parse-budget.ts',
  ],
  'server → state': ['state/documents.ts', 'state/events.ts', 'state/sql/state-unavailable.ts'],
};

/** The embedded platform is the other side of the wire: one file of src/ starts it, and it knows only what the platform offers. */
const startsSandbox = 'src/app/start-sandbox.ts';
const sandboxImports = ['sandbox/', 'src/catalog/', 'src/base/'];

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
  const from = roomOf(file);
  if (!target.startsWith('src/')) return ['app', 'cli'].includes(from) && target === 'package.json';
  const to = roomOf(target);
  if (to === from) return isBelow(folders[from], placeOf(folders[from], file), placeOf(folders[from], target));
  const part = parts[`${from} → ${to}`];
  return isBelow(rooms, from, to) && (part?.some((prefix) => target.startsWith(`src/${prefix}`)) ?? true);
}

const roomOf = (file: string): string => file.split('/')[1] ?? '';
/** Where a file stands in the order of its room: its folder, or itself if the order names it. */
function placeOf(order: readonly string[] | undefined, file: string): string {
  const [, , first = '', ...others] = file.split('/');
  return others.length > 0 || order?.includes(first) ? first : '.';
}

/** Whether `from` may import `to` in an order from the ground up. What the order does not name is free. */
function isBelow(order: readonly string[] | undefined, from: string, to: string): boolean {
  if (!order || from === to) return true;
  return !order.includes(from) || !order.includes(to) || order.indexOf(to) < order.indexOf(from);
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
