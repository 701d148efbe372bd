import { copyFile, readdir, rm, writeFile, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { libraryDeclarations } from './declarations.ts';
import { buildViews } from './build-views.mjs';
import { fasterSdk } from './faster-sdk.ts';
import { standardLists } from '../src/cli/wiring/standard-lists.ts';

/**
 * Bundles the program into dist/. What a host waits for at the start is one small set of files;
 * whatever only some runs need (the sandbox, HTTP, single commands) is loaded when it is needed.
 */

/**
 * Node's own modules by `getBuiltinModule`, and of each only the exports that are used. Imported the
 * usual way, all its exports are read for a namespace, lazy ones included, which takes milliseconds
 * from every start.
 */
const builtins = {
  name: 'builtins',
  setup(plugin) {
    plugin.onResolve({ filter: /^(node:)?[a-z_0-9/]+$/ }, ({ path, kind }) =>
      isBuiltin(path)
        ? {
            path: path.replace(/^(node:)?/, 'node:'),
            namespace: kind === 'require-call' ? 'builtin-cjs' : 'builtin-esm',
            sideEffects: false,
          }
        : undefined,
    );
    plugin.onLoad({ filter: /.*/, namespace: 'builtin-cjs' }, ({ path }) => ({
      contents: `module.exports = ${got(path)}`,
    }));
    plugin.onLoad({ filter: /.*/, namespace: 'builtin-esm' }, ({ path }) => ({ contents: exportsOf(path) }));
  },
};

const got = (path) => `globalThis.process.getBuiltinModule(${JSON.stringify(path)})`;

const exportsOf = (path) =>
  [
    `const whole = /* @__PURE__ */ (() => ${got(path)})();`,
    'const pick = (name) => whole[name];',
    'export { whole as default };',
    ...Object.keys(process.getBuiltinModule(path))
      .filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default')
      .map(
        (name, at) =>
          `const export${at} = /* @__PURE__ */ pick(${JSON.stringify(name)}); export { export${at} as ${name} };`,
      ),
  ].join('\n');

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
  legalComments: 'external',
  metafile: true,
  plugins: [builtins, namedModels, slimSdk, fasterSdk],
  // CommonJS packages among the bundled ones ask for other modules by `require`.
  banner: { js: "const require = globalThis.process.getBuiltinModule('node:module').createRequire(import.meta.url);" },
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
});

await buildViews();
await writeFile('dist/lists.json', JSON.stringify(standardLists()));
await writeFile('dist/index.d.ts', libraryDeclarations());
// The engine of programs: WebAssembly, loaded by the first program.
await copyFile(fileURLToPath(import.meta.resolve('@jitl/quickjs-ng-wasmfile-release-sync/wasm')), 'dist/quickjs.wasm');
if (process.argv.includes('--metafile')) await writeFile('dist/meta.json', JSON.stringify(metafile));

// What an earlier build left. Removed last, so that a process starting meanwhile finds all it needs.
const made = new Set([
  'views',
  'pictures',
  'lists.json',
  'meta.json',
  'index.d.ts',
  'quickjs.wasm',
  ...[metafile, library].flatMap(({ outputs }) => Object.keys(outputs).map((file) => basename(file))),
]);
for (const file of await readdir('dist')) if (!made.has(file)) await rm(`dist/${file}`, { recursive: true });
