import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Files of src/ and sandbox/ that take time from the machine itself, each with its reason. Everything else takes a `Clock`. */
const allowed: Readonly<Record<string, string>> = {
  'src/base/clock.ts': 'it is the clock',
  'src/main.ts': 'ends the process however the program is stuck',
  'src/client/http/transport/transport.ts': 'deadline of a request on a real socket',
  'src/state/postgres/database.ts': 'deadlines of real connections to the database',
};

const ownTime =
  /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b|\bset(?:Timeout|Interval)\b|\bprocess\.hrtime\b|from 'node:perf_hooks'/;

/** Lines of src/ and sandbox/ below `root` that ask the machine for the time instead of a `Clock`, as `file:line`. */
export function violations(root: string): string[] {
  return (
    globSync('{src,sandbox}/**/*.ts', { cwd: root })
      .map((file) => file.replaceAll('\\', '/'))
      .toSorted()
      // Pages run in a browser, which has its own clock.
      .filter((file) => !Object.hasOwn(allowed, file) && !file.startsWith('src/reports/views/page/'))
      .flatMap((file) =>
        readFileSync(join(root, file), 'utf8')
          .split('\n')
          .flatMap((line, at) => (ownTime.test(line) ? [`${file}:${at + 1}`] : [])),
      )
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = violations(resolve(import.meta.dirname, '..'));
  for (const line of found) console.error(`time that comes from no Clock (src/base/clock.ts): ${line}`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
