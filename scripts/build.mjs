import { copyFile, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { libraryDeclarations, runDeclarations } from './declarations.ts';
import { buildViews } from './build-views.mjs';
import { lazySchemas } from './lazy-schemas.ts';
import { thirdPartyLicenses } from './third-party-licenses.ts';
import { standardLists } from '../src/app/standard-lists.ts';

/**
 * Bundles the program into dist/. What a host waits for at the start is one small set of files;
 * whatever only some runs need (the sandbox, HTTP, single commands) is loaded when it is needed.
 */

const slimSdk = {
  name: 'slim-sdk',
  resolveId: {
    filter: { id: /^@modelcontextprotocol\/server\/_shims$/ },
    handler: () => fileURLToPath(new URL('slim-sdk.mjs', import.meta.url)),
  },
};

/** The authorization server stores its documents under the names of its classes, which must survive a bundle that has a name twice. */
const namedModels = {
  name: 'named-models',
  load: {
    filter: { id: /oidc-provider[\\/]lib[\\/]models[\\/]\w+\.js$/ },
    handler: async (id) =>
      (await readFile(id, 'utf8')).replace(
        /\bclass (\w+)((?: extends [^{]+)?) \{/g,
        "class $1$2 {\n  static get name() {\n    return '$1';\n  }\n",
      ),
  },
};

const input = {
  platform: 'node',
  transform: { target: 'node22' },
  external: ['pg-native'],
  // Its CommonJS build hides its modules from the bundler.
  resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
  plugins: [namedModels, slimSdk, lazySchemas],
  // The package `depd` evaluates code. Some modules that the start loads are imported dynamically elsewhere.
  checks: { eval: false, ineffectiveDynamicImport: false },
};

const output = {
  dir: 'dist',
  format: 'esm',
  comments: { legal: false, annotation: false, jsdoc: false },
  // For coverage: what ran is mapped back to the sources, statement by statement. No comment in the bundle names the maps,
  // or Node would copy them into the report of every process.
  sourcemap: process.argv.includes('--source-maps') ? 'hidden' : false,
};

/** The modules that `id` imports, directly or through others, without dynamic imports. */
function closureOf(id, graph, found = new Set()) {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) closureOf(imported, graph, found);
  return found;
}

let atStart;
const start = fileURLToPath(new URL('../src/cli/commands/stdio.ts', import.meta.url));
const { output: program } = await build({
  ...input,
  input: { main: 'src/main.ts', index: 'src/library/index.ts' },
  output: {
    ...output,
    // Modules are evaluated in the order of their imports.
    banner: ({ name }) => (name === 'index' ? "import './check-node.js';" : ''),
    codeSplitting: {
      groups: [
        {
          debugName: 'start',
          // All in one file: each file costs half a millisecond of the start.
          name(id, graph) {
            atStart ??= closureOf(start, graph);
            return atStart.has(id) ? 'start' : null;
          },
        },
      ],
    },
  },
});
// Runs in processes of its own, which would otherwise load the program's start for the few modules they share with it.
const { output: worker } = await build({
  input: 'src/programs/engine/engine-worker.ts',
  platform: input.platform,
  transform: input.transform,
  output: { ...output, codeSplitting: false },
});
// It has to be read by the Node that it refuses.
await build({
  input: 'src/library/check-node.ts',
  transform: { target: 'es2020' },
  output: { ...output, sourcemap: false },
});

await cp('skills', 'dist/skills', { recursive: true });
const drawn = await buildViews();
await writeFile('dist/lists.json', JSON.stringify(standardLists()));
await writeFile('dist/index.d.ts', libraryDeclarations());
await writeFile('dist/run.d.ts', runDeclarations());
// The engine of programs: WebAssembly, loaded by the first program.
const engine = fileURLToPath(import.meta.resolve('@jitl/quickjs-ng-wasmfile-release-sync/wasm'));
await copyFile(engine, 'dist/quickjs.wasm');
const chunks = [...program, ...worker];
const contents = chunks.flatMap(({ moduleIds = [] }) => moduleIds);
await writeFile('dist/THIRD-PARTY-LICENSES.txt', await thirdPartyLicenses([...contents, ...drawn, engine]));

// What an earlier build left. Removed last, so that a process starting meanwhile finds all it needs.
const made = new Set([
  'views',
  'skills',
  'lists.json',
  'THIRD-PARTY-LICENSES.txt',
  'index.d.ts',
  'run.d.ts',
  'check-node.js',
  'quickjs.wasm',
  ...chunks.map(({ fileName }) => fileName),
]);
for (const file of await readdir('dist')) if (!made.has(file)) await rm(`dist/${file}`, { recursive: true });
