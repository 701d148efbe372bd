import { expect, it, onTestFinished } from 'vitest';
import { openHost } from '../support/in-process.ts';
import { json, type Platform, platformFor } from '../../support/platform.ts';
import { fault } from '../support/message.ts';
import { pointedAt, type Session } from '../support/stdio-host.ts';
import { runHere, temporaryFolder } from '../../cli/program.ts';

const scope = { onTestFinished };
const briefs = /^POST .*generate-brief$/;

/** Three credits a brief. */
async function stage(
  confirm: string,
  action: string,
): Promise<{ platform: Platform; host: Session; env: Record<string, string> }> {
  const platform = await platformFor(scope);
  platform.on(briefs, json({ data: { brief: 'Three credits.' } }));
  const env = {
    ...pointedAt(platform, { VISIBILITY_CONFIRM_ABOVE: confirm, VISIBILITY_RATE: '600' }),
    VISIBILITY_STATE: `${temporaryFolder()}/state.db`,
  };
  const answer = () => ({ action, ...(action === 'accept' ? { content: {} } : {}) });
  return { platform, env, host: await openHost(scope, { capabilities: { elicitation: { form: {} } }, answer, env }) };
}

const brief = (prompt: number) => ({ operation: 'insights.generate_brief', arguments: { id: 1, prompt } });
const questions = ({ messages }: Session) =>
  messages.filter(({ method }) => method === 'elicitation/create').map(({ params }) => String(params?.['message']));

it('many small calls ask once their sum passes the threshold of the session, and a yes begins the sum again', async () => {
  const { host, platform } = await stage('4,7/session', 'accept');
  for (let n = 1; n <= 7; n++) expect(await host.call('call_paid', brief(n))).toMatchObject({ ok: true });
  // 3 + 3, asked for the third; then 3 + 3 again, asked for the sixth.
  expect(questions(host)).toHaveLength(2);
  expect(questions(host)[0]).toMatch(
    /^Spend up to 3 credits to .*\(insights\.generate_brief: .*\n6 credits were spent since a person last agreed; you are asked beyond 7\/session\./,
  );
  expect(platform.to(briefs)).toHaveLength(7);
});

it('a no sends nothing, and calls made at once pass the threshold no further than calls in turn', async () => {
  const { host, platform } = await stage('7/day', 'decline');
  const ends = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => host.call('call_paid', brief(n))));
  expect(ends.filter((one) => one.ok)).toHaveLength(2);
  expect(fault(ends.find((one) => !one.ok) as (typeof ends)[number])).toMatchObject({
    code: 'confirmation_required',
    outcome: 'not_sent',
  });
  expect(platform.to(briefs)).toHaveLength(2);
});

it('the sum of a day counts over processes, and stops calls where no person can be asked', async () => {
  const { host, env, platform } = await stage('7/day', 'accept');
  for (let n = 1; n <= 2; n++) await host.call('call_paid', brief(n));
  const call = ['call', 'call_paid', JSON.stringify(brief(3))];
  expect(JSON.parse((await runHere(call, { env })).stdout)).toMatchObject({
    ok: false,
    error: { code: 'confirmation_required', message: expect.stringContaining('7/day') },
  });
  expect(platform.to(briefs)).toHaveLength(2);
  expect(JSON.parse((await runHere([...call, '--unattended'], { env })).stdout)).toMatchObject({ ok: true });
  const { history } = JSON.parse((await runHere(['credits', '--history', '--json'], { env })).stdout) as {
    history: { consent?: string }[];
  };
  expect(history.map(({ consent }) => consent)).toEqual(['unattended', 'not_needed', 'not_needed']);
});

it.each(['7/lunch', '7/day,8/day', '-1', '1.5/day'])('a threshold of %s is refused at the start', async (text) => {
  expect(await runHere(['credits'], { env: { VISIBILITY_CONFIRM_ABOVE: text } })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('confirm-above'),
  });
});
