import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'rolldown';
import { views } from '../src/reports/views/views.ts';

/** A module that is in no file, beside those that it imports. */
const entry = resolve('src/reports/views/entry.ts');

/**
 * Makes dist/views/<name>.html: each view as one file that needs no network. Its policy lets in only the script it
 * holds itself, by its hash, so that nothing in the data can run.
 *
 * @returns {Promise<string[]>} the files that went into them
 */
export async function buildViews() {
  await mkdir('dist/views', { recursive: true });
  const style = await readFile('src/reports/views/page/style.css', 'utf8');
  await writeFile('dist/views/style.css', style);
  const bundled = await Promise.all(
    Object.keys(views).map(async (name) => {
      const { output } = await build({
        input: entry,
        plugins: [
          {
            name: 'entry',
            resolveId: (id) => (id === entry ? id : undefined),
            load: {
              filter: { id: entry },
              handler: () =>
                `import { mountView } from './page/run-view.ts'; import { ${name}View } from './${name}-view.ts'; void mountView('${name}', ${name}View);`,
            },
          },
        ],
        transform: { target: 'es2023' },
        output: { format: 'iife', minify: true },
        write: false,
      });
      const script = output[0].code.trim().replaceAll('</script', '<\\/script');
      const hash = createHash('sha256').update(script).digest('base64');
      const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`;
      await writeFile(
        `dist/views/${name}.html`,
        `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>visibility-mcp: ${name}</title>\n<style>\n${style}</style>\n</head>\n<body>\n<main aria-live="polite"></main>\n<script>${script}</script>\n</body>\n</html>\n`,
      );
      return output[0].moduleIds;
    }),
  );
  return bundled.flat();
}
