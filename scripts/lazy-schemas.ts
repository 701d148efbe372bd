import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'rolldown';

/**
 * A plugin of the bundler by which the SDK's schemas come into being when they are first looked at, without changing what they accept. The
 * SDK makes 1,800 of them before its first answer, most for messages that never come: a quarter of the time to start.
 *
 * A statement that the pattern does not know stays as it is. The build fails when fewer are found than in the SDK version that
 * package.json pins: then the pattern, and the number here, need a look.
 */
export const lazySchemas: Plugin = {
  name: 'lazy-schemas',
  buildStart() {
    count = 0;
  },
  buildEnd() {
    if (count < expected) this.error(`lazy-schemas: ${count} found in the SDK, ${expected} expected`);
  },
  load: {
    filter: { id: /@modelcontextprotocol\/(core\/dist\/(schemas|auth)|server\/dist\/src)-\w+\.mjs$/ },
    async handler(id) {
      const source = await readFile(id, 'utf8');
      const code = source.replace(schema, (_whole, indent: string, name: string, made: string) => {
        count += 1;
        return `${indent}const ${name} = lazySchema(() => ${made});`;
      });
      return `import { lazySchema } from ${JSON.stringify(helper)};\n${code}`;
    },
  },
};

const expected = 411;

/** Schemas found by the build that runs. */
let count = 0;

const helper = fileURLToPath(new URL('lazy-schema.mjs', import.meta.url));

/** `const X = z.…;` and `const X = YSchema.…;`, at the top or at the top of a function: to the first line of its own indentation that ends it. */
const schema =
  /^(\t?)const ([\w$]+) = ((?:z|\w+Schema(?:\$\d)?)\.(?:[^\n]*|[^\n]*\n(?:\1\t[^\n]*\n)*\1[\])}][^\n]*));$/gm;
