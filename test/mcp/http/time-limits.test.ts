import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { jumpingClock, type JumpingClock } from '../../support/clock/jumping-clock.ts';
import { processClock } from '../../support/clock/process-clock.ts';
import { json, type Platform, platformFor } from '../../support/platform.ts';
import { outcomeOf, type Message } from '../support/message.ts';
import { openHost } from '../support/in-process.ts';
import { pointedAt, startHost, type Session } from '../support/stdio-host.ts';

/** How long things hold in the server. Each time limit is met from both sides, so that a longer or shorter one fails. */

const scope = { onTestFinished };
const minute = 60_000;
const report = { operation: 'reports.generate', arguments: { id: 1 } };

async function stage(env: Record<string, string> = {}): Promise<{
  readonly platform: Platform;
  readonly host: Session;
  readonly clock: JumpingClock;
}> {
  const platform = await platformFor(scope);
  const clock = jumpingClock(scope);
  const host = await openHost(scope, {
    env: pointedAt(platform, env),
    version: '2026-07-28',
    capabilities: { elicitation: { form: {} } },
    clock,
  });
  return { platform, host, clock };
}

const callPaid = (host: Session, call: object, more: object = {}): Promise<Message> =>
  host.request('tools/call', { name: 'call_paid', arguments: call, ...more });

it.each([
  [9.5 * minute, 1],
  [10.1 * minute, 0],
])('consent to a price is valid for ten minutes: after %i ms', async (ms, sent) => {
  const { platform, host, clock } = await stage({ VISIBILITY_CONFIRM_ABOVE: '4' });
  platform.on(/^POST .*generate-report$/, json({ data: { report: 'Ten credits.' } }));
  const { result: asked } = await callPaid(host, report);
  expect(asked).toMatchObject({ resultType: 'input_required' });
  clock.jump(ms);
  const { result } = await callPaid(host, report, {
    requestState: asked?.['requestState'],
    inputResponses: { consent: { action: 'accept', content: {} } },
  });
  if (sent === 0) expect(result).toMatchObject({ resultType: 'input_required' });
  else expect(outcomeOf({ result: result ?? {} }).ok).toBe(true);
  expect(platform.to(/generate-report/)).toHaveLength(sent);
});

it('closes an idle connection before the platform does, since a request could meet the closing', async () => {
  // Named by the server itself, the header comes without a hint on when it will close.
  const server = createServer(
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/json', connection: 'keep-alive' }).end('{"data":[]}'),
  );
  // A common server closes after 5 s. At ten times the speed, this one leaves the program 40 s.
  server.keepAliveTimeout = 4_000;
  const endedBy = new Promise<string>((resolve) =>
    server.on('connection', (socket) =>
      socket.once('end', () => resolve('the program')).once('timeout', () => resolve('the platform')),
    ),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  const host = await startHost(scope, { env: pointedAt({ url }), clock: processClock(10) });
  await host.call('call_read', { operation: 'projects.list' });
  expect(await endedBy).toBe('the program');
});
