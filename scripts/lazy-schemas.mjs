import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * An esbuild plugin: the SDK's schemas come into being when they are first looked at. It makes 1,800 of them before its
 * first answer, most for messages that never come, and that was a third of the time to start.
 *
 * A statement that the pattern does not know stays as it is. The build fails when fewer are found than in the SDK
 * version that package.json pins: then the pattern, and this number, need a look.
 */
const expectedStatements = 411;

export const lazySchemas = {
  name: 'lazy-schemas',
  setup(plugin) {
    let found = 0;
    plugin.onEnd(() =>
      found < expectedStatements
        ? {
            errors: [
              { text: `lazy-schemas: ${found} schema statements found in the SDK, ${expectedStatements} expected` },
            ],
          }
        : undefined,
    );
    plugin.onLoad(
      { filter: /@modelcontextprotocol\/(core\/dist\/(schemas|auth)|server\/dist\/src)-\w+\.mjs$/ },
      async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const lazy = source.replace(schema, (_whole, indent, name, made) => {
          found += 1;
          return `${indent}const ${name} = lazySchema(() => ${made});`;
        });
        return { contents: `import { lazySchema } from ${JSON.stringify(helper)};\n${lazy}`, loader: 'js' };
      },
    );
  },
};

const helper = fileURLToPath(new URL('lazy-schema.mjs', import.meta.url));

/** `const X = z.…;` and `const X = YSchema.…;`, at the top or at the top of a function: to the first line of its own indentation that ends it. */
const schema =
  /^(\t?)const ([\w$]+) = ((?:z|\w+Schema(?:\$\d)?)\.(?:[^\n]*|[^\n]*\n(?:\1\t[^\n]*\n)*\1[\])}][^\n]*));$/gm;
