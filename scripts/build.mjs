import { rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

/**
 * Bundles the program into dist/. What a host waits for at the start is one small set of files;
 * whatever only some runs need (the sandbox, HTTP, single commands) is loaded when it is needed.
 */
await rm('dist', { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'external',
  metafile: true,
  // CommonJS packages among the bundled ones ask for Node's modules by require.
  banner: { js: "import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);" },
  external: ['pg-native'],
  logLevel: 'warning',
});
if (process.argv.includes('--metafile')) await writeFile('dist/meta.json', JSON.stringify(metafile));
