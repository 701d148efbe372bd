import { describe, expect, it, onTestFinished } from 'vitest';
import { processClock } from '../support/clock/process-clock.ts';
import { platformFor } from '../support/platform.ts';
import { pointedAt, startHost, type Host } from './support/stdio-host.ts';

const scope = { onTestFinished };

/** Whatever waits for a timer, such as the one that ends a process that is stuck, waits longer than the test does. */
const slow = processClock(0.02);

/** How the server went after `leave`. */
function leaving(host: Host, leave: () => void): Host['ended'] {
  leave();
  return host.ended;
}

const ways: Record<string, (host: Host) => void> = {
  'stdin ends': (host) => void host.child.stdin.end(),
  'it is sent SIGTERM': (host) => void host.child.kill('SIGTERM'),
  'it is sent SIGINT': (host) => void host.child.kill('SIGINT'),
};

describe.each(Object.entries(ways))('when %s', (_way, leave) => {
  it('an idle server that has called the platform exits without waiting for anything', async () => {
    const host = await startHost(scope, { env: pointedAt(await platformFor(scope)), clock: slow });
    expect(await host.call('call_read', { operation: 'projects.list' })).toMatchObject({ ok: true });
    const { code } = await leaving(host, () => leave(host));
    expect(code).toBe(0);
    expect(host.output().stderr).toBe('');
  });
});

it('a host that closes its end of stdout ends the server, without a stack', async () => {
  const host = await startHost(scope, { env: pointedAt(await platformFor(scope)) });
  host.child.stdout.destroy();
  for (let at = 0; at < 3; at++) host.notify('notifications/nothing');
  host.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}\n`.repeat(3));
  expect((await host.ended).code).toBe(0);
  expect(host.output().stderr).toBe('');
});

it('a host that closes all pipes leaves no server running', async () => {
  const host = await startHost(scope, { env: { VISIBILITY_SANDBOX: '1', VISIBILITY_LOG_LEVEL: 'trace' } });
  await leaving(host, () => {
    host.child.stderr.destroy();
    host.child.stdout.destroy();
    host.child.stdin.destroy();
  });
});

it('a second signal ends at once what the first would have ended in order', async () => {
  const platform = await platformFor(scope);
  platform.on(/generate-brief/, () => undefined);
  const host = await startHost(scope, { env: pointedAt(platform) });
  void host
    .call('call_paid', { operation: 'insights.generate_brief', arguments: { id: 1, prompt: 1 } })
    .catch(() => undefined);
  await platform.arrival(/generate-brief/, 1);
  host.child.kill('SIGTERM');
  // Two signals of a kind may arrive as one, so they are repeated until one does.
  const again = setInterval(() => host.child.kill('SIGTERM'), 50);
  const { signal } = await leaving(host, () => {});
  clearInterval(again);
  // In order it would have ended with a code.
  expect(signal).toBe('SIGTERM');
});
