import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** A port of loopback that is taken until the test is over. */
export async function busyPort(): Promise<number> {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void holder.close());
  return (holder.address() as { port: number }).port;
}
