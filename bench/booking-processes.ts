import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Start-up data of a booking process. */
export interface BookingOrder {
  readonly how: 'ledger' | 'bare';
  /** As `--state` takes it. */
  readonly location: string;
  /** Milliseconds to go on for. */
  readonly ms: number;
  /** Tells its rows from those of the other. */
  readonly name: string;
}

/** What it says at its end. The event loop's delays are in milliseconds. */
export interface BookingReport {
  readonly booked: number;
  readonly p99: number;
  readonly max: number;
}

const script = fileURLToPath(new URL('./booking.ts', import.meta.url));

/** Two processes that book on one store at the same time, begun when both are ready. */
export async function bookInTwo(order: Omit<BookingOrder, 'name'>): Promise<BookingReport[]> {
  const children = [];
  for (const name of ['one', 'other']) {
    const child = spawn(process.execPath, ['--no-warnings', script, JSON.stringify({ ...order, name })], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout });
    children.push({ child, lines });
    // The first one makes the file: SQLite does not wait for another process that sets the journal mode.
    await next(lines);
  }
  const reports = children.map(({ lines }) => next(lines));
  for (const { child } of children) child.stdin.write('go\n');
  const said = await Promise.all(reports);
  await Promise.all(children.map(({ child }) => (child.exitCode === null ? once(child, 'exit') : undefined)));
  return said.map((line) => JSON.parse(line) as BookingReport);
}

async function next(lines: Interface): Promise<string> {
  const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
  if (line === undefined) throw new Error('a booking process has ended before its time');
  return line;
}
