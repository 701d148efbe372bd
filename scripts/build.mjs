import { copyFile, cp, readdir, rm, writeFile, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { libraryDeclarations, runDeclarations } from './declarations.ts';
import { buildViews } from './build-views.mjs';
import { lazySchemas } from './lazy-schemas.ts';
import { thirdPartyLicenses } from './third-party-licenses.ts';
import { standardLists } from '../src/cli/wiring/standard-lists.ts';

/**
 * Bundles the program into dist/. What a host waits for at the start is one small set of files;
 * whatever only some runs need (the sandbox, HTTP, single commands) is loaded when it is needed.
 */

const slimSdk = {
  name: 'slim-sdk',
  setup(plugin) {
    plugin.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: fileURLToPath(new URL('slim-sdk.mjs', import.meta.url)),
    }));
  },
};

/** The authorization server stores its documents under the names of its classes, which a minifier drops where nothing else uses them. */
const namedModels = {
  name: 'named-models',
  setup(plugin) {
    plugin.onLoad({ filter: /oidc-provider[\\/]lib[\\/]models[\\/]\w+\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(
        /\bclass (\w+)((?: extends [^{]+)?) \{/g,
        "class $1$2 {\n  static get name() {\n    return '$1';\n  }\n",
      ),
    }));
  },
};

/** CommonJS packages among the bundled ones ask for other modules by `require`. */
const requireForCommonJs =
  "const require = globalThis.process.getBuiltinModule('node:module').createRequire(import.meta.url);";

const options = {
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  // Names stay: errors are recognised by them, and a stack in a log has to be readable.
  minifySyntax: true,
  minifyWhitespace: true,
  // Node prints the line that threw an uncaught error.
  lineLimit: 160,
  legalComments: 'external',
  metafile: true,
  plugins: [namedModels, slimSdk, lazySchemas],
  banner: { js: requireForCommonJs },
  external: ['pg-native'],
  // Its CommonJS build hides its modules from the bundler.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  logLevel: 'warning',
  // For coverage: what ran is mapped back to the sources, statement by statement. No comment in the bundle names the maps,
  // or Node would copy them into the report of every process.
  ...(process.argv.includes('--source-maps') ? { sourcemap: 'external', minifySyntax: false } : {}),
};

// Apart from each other: shared pieces would split the program into more files, and each costs its start a millisecond.
const { metafile } = await build({ ...options, entryPoints: ['src/main.ts'] });
const { metafile: library } = await build({
  ...options,
  entryPoints: { index: 'src/library/index.ts', 'engine-worker': 'src/runs/engine/engine-worker.ts' },
  chunkNames: 'library-[name]-[hash]',
  // Modules are evaluated in the order of their imports.
  banner: { js: `import './check-node.js';\n${requireForCommonJs}` },
});
// It has to be read by the Node that it refuses.
await build({
  entryPoints: ['src/library/check-node.ts'],
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  target: 'es2020',
});

await cp('skills', 'dist/skills', { recursive: true });
const drawn = await buildViews();
await writeFile('dist/lists.json', JSON.stringify(standardLists()));
await writeFile('dist/index.d.ts', libraryDeclarations());
await writeFile('dist/run.d.ts', runDeclarations());
// The engine of programs: WebAssembly, loaded by the first program.
const engine = fileURLToPath(import.meta.resolve('@jitl/quickjs-ng-wasmfile-release-sync/wasm'));
await copyFile(engine, 'dist/quickjs.wasm');
const contents = [metafile, library].flatMap(({ inputs }) => Object.keys(inputs));
await writeFile('dist/THIRD-PARTY-LICENSES.txt', await thirdPartyLicenses([...contents, ...drawn, engine]));
if (process.argv.includes('--metafile')) await writeFile('dist/meta.json', JSON.stringify(metafile));

// What an earlier build left. Removed last, so that a process starting meanwhile finds all it needs.
const made = new Set([
  'views',
  'pictures',
  'skills',
  'lists.json',
  'THIRD-PARTY-LICENSES.txt',
  'meta.json',
  'index.d.ts',
  'run.d.ts',
  'check-node.js',
  'quickjs.wasm',
  ...[metafile, library].flatMap(({ outputs }) => Object.keys(outputs).map((file) => basename(file))),
]);
for (const file of await readdir('dist')) if (!made.has(file)) await rm(`dist/${file}`, { recursive: true });
