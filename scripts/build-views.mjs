import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { build } from 'esbuild';
import { views } from '../src/views/views.ts';

/** What drawing PNG files needs beside the bundle: the engine and its fonts. */
const assets = [
  '@resvg/resvg-wasm/index_bg.wasm',
  'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
];

/**
 * Makes dist/views/<name>.html: each view as one file that needs no network. Its policy lets in only the script it
 * holds itself, by its hash, so that nothing in the data can run.
 *
 * @returns {Promise<string[]>} the files that went into them and beside them
 */
export async function buildViews() {
  await mkdir('dist/views', { recursive: true });
  await mkdir('dist/pictures', { recursive: true });
  const { resolve } = createRequire(import.meta.url);
  const resolved = assets.map((file) => resolve(file));
  for (const file of resolved) await copyFile(file, `dist/pictures/${basename(file)}`);
  const style = await readFile('src/views/page/style.css', 'utf8');
  await writeFile('dist/views/style.css', style);
  const bundled = await Promise.all(
    Object.keys(views).map(async (name) => {
      const { outputFiles, metafile } = await build({
        stdin: {
          contents: `import { runView } from './page/run-view.ts'; import { ${name}View } from './${name}-view.ts'; void runView('${name}', ${name}View);`,
          resolveDir: 'src/views',
          loader: 'ts',
        },
        bundle: true,
        minify: true,
        format: 'iife',
        target: 'es2023',
        write: false,
        metafile: true,
        logLevel: 'warning',
      });
      const script = outputFiles[0].text.trim().replaceAll('</script', '<\\/script');
      const hash = createHash('sha256').update(script).digest('base64');
      const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`;
      await writeFile(
        `dist/views/${name}.html`,
        `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>visibility-mcp: ${name}</title>\n<style>\n${style}</style>\n</head>\n<body>\n<main aria-live="polite"></main>\n<script>${script}</script>\n</body>\n</html>\n`,
      );
      return Object.keys(metafile.inputs);
    }),
  );
  return [...resolved, ...bundled.flat()];
}
