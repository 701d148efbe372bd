import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { openHttp, openOAuth } from '../support/in-process.ts';
import { asCaller } from '../support/as-caller.ts';
import { modernClient, olderClient, type HttpClient, type Served } from '../support/http-server.ts';
import { signIn } from '../support/oauth-server.ts';
import { folder } from '../support/scope.ts';
import { suiteScope } from '../support/suite-scope.ts';
import { postgresServer } from '../../support/state/schemas.ts';
import { freshStore } from '../../support/state/store.ts';

/** The platform's people: one who is attacked, a team-mate, and somebody of another team. */
const people = { victim: 'sandbox-owner', teammate: 'sandbox-member', stranger: 'sandbox-guest' };
type Who = keyof typeof people;

/** The victim's identifiers, and the letters that only the victim's results contain. */
interface Handles {
  readonly job: string;
  readonly task: string;
  readonly run: string;
  readonly session: string;
  readonly mark: string;
}

const suite = suiteScope();

const env = {
  VISIBILITY_SANDBOX: 'true',
  VISIBILITY_SANDBOX_SPEED: '1000',
  VISIBILITY_RATE: '6000',
  VISIBILITY_BUDGET: '200/day',
  VISIBILITY_CONFIRM_ABOVE: '4',
};
const scope = 'read write delete paid';
const tasksExtension = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

const modes: Record<string, () => Promise<Record<Who, Served>>> = {
  async 'platform, by two replicas'() {
    const store = await freshStore(postgresServer ? 'postgres' : 'sqlite');
    suite.onTestFinished(async () => store[Symbol.asyncDispose]());
    const shared = { ...env, VISIBILITY_STATE: store.location, XDG_STATE_HOME: folder(suite) };
    const start = () => openHttp(suite, { args: ['--auth', 'platform'], env: shared });
    const [one, other] = await Promise.all([start(), start()]);
    return {
      victim: asCaller(one, people.victim),
      teammate: asCaller(other, people.teammate),
      stranger: asCaller(one, people.stranger),
    };
  },
  async oauth() {
    const here = await openOAuth(suite, { env });
    const enter = async (who: Who) =>
      asCaller(here.server, String((await signIn(here, scope, people[who])).tokens['access_token']));
    return { victim: await enter('victim'), teammate: await enter('teammate'), stranger: await enter('stranger') };
  },
};

describe.each(Object.keys(modes))('with --auth %s', (mode) => {
  let servers: Record<Who, Served>;
  let handles: Handles;

  beforeAll(async () => {
    servers = await (modes[mode] as (typeof modes)[string])();
    handles = await leaveTraces(servers.victim, `attacked-${mode.replaceAll(/\W+/g, '-')}`);
  });

  it.concurrent('no other caller can cancel its call by the id of the request', async () => {
    const victim = await olderClient(servers.victim);
    const code = `await sleep(1_500); return 'whole' // ${randomUUID()}`;
    const called = victim.call('run_code', { code });
    const runs = () => modernClient(servers.victim).request('resources/read', { uri: 'visibility://runs' });
    await expect.poll(async () => JSON.stringify(await runs())).toContain(code.slice(-36));
    for (const who of ['teammate', 'stranger'] as const) {
      const { session } = await olderClient(servers[who]);
      const cancel = (id: string | undefined) =>
        servers[who].ask({
          headers: { 'mcp-protocol-version': '2025-11-25', ...(id === undefined ? {} : { 'mcp-session-id': id }) },
          body: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
        });
      expect((await cancel(victim.session)).status).toBe(404);
      for (const own of [session, undefined]) expect((await cancel(own)).status).toBe(202);
    }
    expect(await called).toMatchObject({ ok: true, data: 'whole' });
  });

  describe.each(['teammate', 'stranger'] as const)('a %s', (who) => {
    const attacker = () => modernClient(servers[who], tasksExtension);
    /** Tries the victim's handle and an unknown one, and compares the answers. */
    async function alike(
      kind: keyof Handles,
      missing: string,
      attempt: (id: string) => Promise<unknown>,
    ): Promise<string> {
      const [foreign, none] = [await attempt(handles[kind]), await attempt(missing)].map((answer, at) =>
        JSON.stringify(answer)
          .replaceAll(at === 0 ? handles[kind] : missing, 'ID')
          .replaceAll(/"id":\d+/g, '"id":0'),
      );
      expect(foreign).toBe(none);
      expect(foreign).not.toContain(handles.mark);
      return String(foreign);
    }
    const otherThan = (id: string) => id.replace(/.{6}$/, (end) => (end === 'aaaaaa' ? 'bbbbbb' : 'aaaaaa'));
    const missingJob = () => otherThan(handles.job);
    const missingTask = () => otherThan(handles.task);
    const missingRun = () => otherThan(handles.run);

    it('gets the same answers about a job as about one that does not exist', async () => {
      const wait = await alike('job', missingJob(), (id) => attacker().call('job_wait', { job_id: id, wait_s: 0 }));
      expect(wait).toContain('unknown_job');
      for (const uri of [(id: string) => `visibility://jobs/${id}`, (id: string) => `visibility://jobs/${id}/result`])
        expect(
          await alike('job', missingJob(), (id) => attacker().request('resources/read', { uri: uri(id) })),
        ).toContain('error');
    });

    it('gets the same answers about a run as about one that does not exist, and cannot continue or end it', async () => {
      await alike('run', missingRun(), (id) => attacker().call('job_wait', { job_id: id, wait_s: 0 }));
      await alike('run', missingRun(), (id) =>
        attacker().request('resources/read', { uri: `visibility://runs/${id}` }),
      );
      await alike('run', missingRun(), (id) => attacker().call('run_code', { resume: id }));
      await alike('run', missingRun(), (id) => attacker().call('run_code', { cancel: id }));
      const own = await modernClient(servers.victim).call('job_wait', { job_id: handles.run, wait_s: 0 });
      expect(own).toMatchObject({ run: { run_id: handles.run, state: 'running' } });
    });

    it('cannot use the consent of the victim, which stays valid for the victim, once', async () => {
      const arguments_ = { source_url: `https://${handles.mark}-${who}.example/` };
      const call = { operation: 'content_audits.create', arguments: arguments_, wait_s: 0 };
      const ask = (of: Served, more: object = {}) =>
        modernClient(of, { elicitation: { form: {} } }).request('tools/call', {
          name: 'call_paid',
          arguments: call,
          ...more,
        });
      const yes = {
        requestState: (await ask(servers.victim)).result?.['requestState'],
        inputResponses: { consent: { action: 'accept', content: {} } },
      };
      const before = await Promise.all([creditsOf(servers.victim), creditsOf(servers[who])]);
      expect((await ask(servers[who], yes)).result?.['resultType']).toBe('input_required');
      expect(await Promise.all([creditsOf(servers.victim), creditsOf(servers[who])])).toEqual(before);
      const answers = await Promise.all([ask(servers.victim, yes), ask(servers.victim, yes)]);
      // The second one is asked again, or joins the first: it pays nothing.
      expect(answers.map(({ result }) => result?.['resultType'])).toContain('complete');
      expect(await creditsOf(servers.victim)).toBe(Number(before[0]) + 10);
    });

    it('gets the same answers about a task as about one that does not exist, and cannot cancel it', async () => {
      for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update'])
        expect(
          await alike('task', missingTask(), (taskId) => attacker().request(method, { taskId, inputResponses: {} })),
        ).toContain('Unknown task');
      const own = await modernClient(servers.victim, tasksExtension).request('tasks/get', { taskId: handles.task });
      expect(['working', 'completed']).toContain(own.result?.['status']);
    });

    it('finds nothing of it in lists, suggestions and sums', async () => {
      const seen = [
        await attacker().call('job_list'),
        await attacker().call('credits'),
        await attacker().request('resources/list'),
        ...(await Promise.all(
          ['visibility://jobs/{id}', 'visibility://grounding-audits/{id}'].map((uri) =>
            attacker().request('completion/complete', {
              ref: { type: 'ref/resource', uri },
              argument: { name: 'id', value: '' },
            }),
          ),
        )),
        await attacker().request('resources/read', { uri: 'visibility://runs' }),
      ].map((answer) => JSON.stringify(answer));
      for (const answer of seen.toSpliced(4, 1)) {
        expect(answer).not.toContain(handles.job);
        expect(answer).not.toContain(handles.run);
        expect(answer).not.toContain(handles.mark);
      }
      // Audits belong to the team on the platform itself: team-mates may see them there, others may not.
      if (who === 'stranger') expect(seen[4]).not.toContain(handles.mark);
    });

    it('cannot use, read or end a session, which for them is not there', async () => {
      const attempt = (method: string) => (session: string) =>
        servers[who].ask({
          method,
          headers: {
            'mcp-session-id': session,
            'mcp-protocol-version': '2025-11-25',
            accept: 'application/json, text/event-stream',
          },
          ...(method === 'POST' ? { body: { jsonrpc: '2.0', id: 7, method: 'tools/list' } } : {}),
        });
      for (const method of ['POST', 'GET', 'DELETE'])
        await alike('session', randomUUID(), async (session) => {
          const { status, body } = await attempt(method)(session);
          expect(status).toBe(404);
          return { status, body };
        });
      const own = await servers.victim.ask({
        headers: { 'mcp-session-id': handles.session, 'mcp-protocol-version': '2025-11-25' },
        body: { jsonrpc: '2.0', id: 8, method: 'ping' },
      });
      expect(own.status).toBe(200);
    });

    it('joins no job, but starts one of their own', async () => {
      const twin = await modernClient(servers[who]).call('call_paid', analyze(handles.mark));
      expect(JSON.stringify(twin)).not.toContain(handles.job);
    });
  });
});

const analyze = (mark: string) => ({
  operation: 'grounding.analyze',
  arguments: { url: `https://${mark}.example/` },
  wait_s: 0,
});

/** The ledger of the caller's team. */
async function creditsOf(server: Served): Promise<number> {
  const { totals } = (await modernClient(server).call('credits')).data as {
    totals: { charged: number; reserved: number; in_doubt: number };
  };
  return totals.charged + totals.reserved + totals.in_doubt;
}

/** A job, a task, a run and a session of the victim. */
async function leaveTraces(server: Served, mark: string): Promise<Handles> {
  const client: HttpClient = modernClient(server);
  const started = (await client.call('call_paid', analyze(mark))) as { job?: { job_id: string } };
  const task = await modernClient(server, tasksExtension).request('tools/call', {
    name: 'call_paid',
    arguments: analyze(`${mark}-task`),
  });
  const program = (await client.call('run_code', {
    code: `log('${mark}'); await sleep(600_000)`,
    wait_s: 0,
  })) as unknown as {
    data?: { run?: { run_id: string } };
    run?: { run_id: string };
  };
  const { session } = await olderClient(server);
  const handles = {
    job: String(started.job?.job_id),
    task: String(task.result?.['taskId']),
    run: String((program.run ?? program.data?.run)?.run_id),
    session: String(session),
    mark,
  };
  expect(Object.values(handles)).not.toContain('undefined');
  return handles;
}
