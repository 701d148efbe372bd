import { beforeAll, describe, expect, it } from 'vitest';
import { asCaller } from '../../mcp/support/as-caller.ts';
import { modernClient, startHttp, type HttpClient, type HttpServer } from '../../mcp/support/http-server.ts';
import { fault, outcomeOf, type Message, type Told } from '../../mcp/support/message.ts';
import { suiteScope } from '../../mcp/support/suite-scope.ts';

const suite = suiteScope();
const elicitation = { elicitation: { form: {} } };
let server: HttpServer;

beforeAll(async () => {
  server = await startHttp(suite, {
    args: ['--auth', 'platform'],
    env: {
      VISIBILITY_SANDBOX: 'true',
      VISIBILITY_SANDBOX_SPEED: '500',
      VISIBILITY_BUDGET: '500/day',
      VISIBILITY_CONFIRM_ABOVE: '12',
      VISIBILITY_CODE: 'code=20,input=10,calls=20,compute=2',
    },
  });
});

const owner = (): HttpClient => modernClient(asCaller(server, 'sandbox-owner'), elicitation);

type Answer = Told & { readonly run: { readonly run_id: string; readonly state: string } & Record<string, unknown> };
const run = async (at: HttpClient, args: object): Promise<Answer> => (await at.call('run_code', args)) as Answer;

describe('a person who is asked about a program', () => {
  const code = `// <b>Spend nothing</b>
const a = await platform.storylines.create({ project: input.project, keyword: 'asked' });
await platform.projects.update({ id: input.project, name: 'Asked' });
return a.data.status`;
  const order = { code, input: { project: 1 }, may: ['read', 'write'], max_credits: 15 };

  interface Asked {
    readonly requestState: string;
    readonly inputRequests: Record<string, { params: { message: string } }>;
  }
  const ask = (args: object, more: object = {}): Promise<Message> =>
    owner().request('tools/call', { name: 'run_code', arguments: args, ...more });
  async function question(args: object, more: object = {}): Promise<Asked> {
    const { result } = await ask(args, more);
    expect(result).toMatchObject({ resultType: 'input_required' });
    return result as unknown as Asked;
  }
  const reply = ({ requestState }: Asked, action = 'accept') => ({
    requestState,
    inputResponses: { consent: { action, ...(action === 'accept' ? { content: {} } : {}) } },
  });
  const runsOf = async (at: HttpClient): Promise<number> =>
    ((await at.call('job_list')).data as { jobs: { job_id: string }[] }).jobs.filter(({ job_id }) =>
      job_id.startsWith('run_'),
    ).length;

  it('sees bound, grants, input and code, in lines that code cannot imitate', async () => {
    const { message } = (await question(order)).inputRequests['consent']?.params ?? { message: '' };
    expect(message).toMatch(/^Spend up to 15 credits to let a program spend them/);
    expect(message).toContain('It may read, write, and pay up to 15 credits in all.');
    expect(message).toContain('Input: {"project":1}');
    for (const line of code.split('\n')) expect(message).toContain(`\n│ ${line}`);
  });

  it('agrees to that program and that sum, once; nothing is on record before', async () => {
    const before = await runsOf(owner());
    const asked = await question(order);
    expect(await runsOf(owner())).toBe(before);
    // Another program, other grants, a higher sum: each needs consent again.
    for (const other of [{ code: `${code};` }, { may: ['read', 'write', 'delete'] }, { max_credits: 16 }])
      await question({ ...order, ...other }, reply(asked));
    const answer = outcomeOf(await ask(order, reply(asked))) as Answer;
    expect(answer).toMatchObject({ ok: true, data: 'completed', run: { credits: { max: 15, charged: 5 } } });
    await question(order, reply(asked));
    expect(await runsOf(owner())).toBe(before + 1);
  });

  it.each(['decline', 'cancel'])('who answers %s lets nothing begin', async (action) => {
    const before = await runsOf(owner());
    const declined = outcomeOf(await ask(order, reply(await question(order), action)));
    expect(fault(declined)).toMatchObject({ code: 'confirmation_required', outcome: 'not_sent' });
    expect(await runsOf(owner())).toBe(before);
  });
});

it('a run that is cancelled ends; the job that it paid for continues and stays listed', async () => {
  const at = owner();
  const started = await run(at, {
    code: `const { job } = await platform.storylines.create({ project: 1, keyword: 'kept' }, { wait_s: 0 });
log(job.job_id);
await sleep(60000)`,
    max_credits: 5,
    wait_s: 0,
  });
  const { run_id } = started.run;
  await expect
    .poll(async () => ((await at.call('job_wait', { job_id: run_id, wait_s: 0 })) as Answer).run['log'])
    .toHaveLength(1);
  const [job_id] = ((await at.call('job_wait', { job_id: run_id, wait_s: 0 })) as Answer).run['log'] as string[];
  expect(await run(at, { cancel: run_id })).toMatchObject({ ok: true, run: { state: 'cancelled' } });
  expect(await at.call('job_wait', { job_id, wait_s: 30 })).toMatchObject({ ok: true, job: { state: 'completed' } });
  expect(fault(await at.call('job_wait', { job_id: run_id }))).toMatchObject({ code: 'cancelled' });
  expect(fault(await run(at, { resume: run_id })).code).toBe('cancelled');
  const { jobs } = (await at.call('job_list')).data as { jobs: { job_id: string; state: string }[] };
  expect(jobs.find((one) => one.job_id === job_id)).toMatchObject({ state: 'completed' });
  expect(jobs.find((one) => one.job_id === run_id)).toMatchObject({ state: 'cancelled' });
  const { limits } = (await at.call('credits')).data as { limits: { reserved: number }[] };
  expect(limits[0]?.reserved).toBe(0);
});

describe('a refusal', () => {
  it('of an uncaught call says that nothing was sent', async () => {
    const refused = await run(owner(), { code: "await platform.projects.update({ id: 1, name: 'x' })" });
    expect(fault(refused)).toMatchObject({ code: 'run_failed', cause: 'not_permitted', outcome: 'not_sent' });
    const read = await run(owner(), { code: 'await platform.projects.list(); throw new Error("x")' });
    expect(fault(read)).toMatchObject({ outcome: 'rejected' });
    const wrote = await run(owner(), {
      code: "await platform.projects.update({ id: 1, name: 'x' }); throw new Error('x')",
      may: ['write'],
    });
    expect(fault(wrote)).toMatchObject({ outcome: 'unknown' });
  });

  it('of a program or an input that is too long says the bound and its setting', async () => {
    const long = fault(await run(owner(), { code: `//${'x'.repeat(21_000)}` }));
    expect(long).toMatchObject({ code: 'run_limit', outcome: 'not_sent' });
    expect(long.message).toContain('20 kB of code');
    expect(long.next).toContain('code in VISIBILITY_CODE');
    const large = fault(await run(owner(), { code: 'return 1', input: { text: 'x'.repeat(11_000) } }));
    expect(large).toMatchObject({ code: 'run_limit', message: expect.stringContaining('10 kB of input') });
  });
});
