import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * `node scripts/side-by-side.ts N COMMAND…`: runs shell commands, N at a time, begun in their order. What a command prints appears at
 * its end; of those that failed, after all have ended. The last line is "N passed, N failed", and the exit code 1 if any has failed.
 */
const [parallel = '', ...commands] = process.argv.slice(2);
if (!(Number(parallel) >= 1) || commands.length === 0) throw new Error('usage: side-by-side.ts N COMMAND…');

const waiting = [...commands];
const failures: string[] = [];
await Promise.all(
  Array.from({ length: Number(parallel) }, async () => {
    for (let command = waiting.shift(); command !== undefined; command = waiting.shift()) await run(command);
  }),
);
for (const failure of failures) console.log(failure);
console.log(`${commands.length - failures.length} passed, ${failures.length} failed`);
if (failures.length > 0) process.exitCode = 1;

async function run(command: string): Promise<void> {
  const began = performance.now();
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  const seconds = Math.round((performance.now() - began) / 1_000);
  const printed = output.trimEnd();
  if (code === 0) return console.log(`passed in ${seconds} s: ${command}\n${printed}\n`);
  console.log(`FAILED in ${seconds} s: ${command}\n`);
  failures.push(`${command} ended with ${signal ?? code}:\n${printed}\n`);
}
