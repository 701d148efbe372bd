import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openHost, openHttp } from '../support/in-process.ts';
import { asCaller } from '../support/as-caller.ts';
import { json, type Platform, platformFor } from '../../support/platform.ts';
import { modernClient } from '../support/http-server.ts';
import { fault, outcomeOf, type Message } from '../support/message.ts';
import { pointedAt, type Session, type Setup } from '../support/stdio-host.ts';
import type { Scope } from '../support/scope.ts';
import { suiteScope } from '../support/suite-scope.ts';

const suite = suiteScope();
let platform: Platform;

beforeAll(async () => {
  platform = await platformFor(suite);
  platform.on(/^POST .*generate-report$/, json({ data: { report: 'Ten credits well spent.' } }));
  platform.on(/^POST .*generate-brief$/, json({ data: { brief: 'Three credits.' } }));
});

let ids = 0;
/** Ten credits, above the threshold; each on a project of its own. */
const dear = (more: object = {}) => ({ operation: 'reports.generate', arguments: { id: ++ids, ...more } });
const cheap = () => ({ operation: 'insights.generate_brief', arguments: { id: 1, prompt: ++ids } });
const sent = ({ arguments: { id } }: ReturnType<typeof dear>) =>
  platform.to(`POST /tracking-projects/${id}/generate-report`);

const asking = (setup: Omit<Setup, 'clock'> = {}, scope: Scope = { onTestFinished }): Promise<Session> =>
  openHost(scope, { ...setup, env: pointedAt(platform, { VISIBILITY_CONFIRM_ABOVE: '4', VISIBILITY_RATE: '600' }) });

const elicitation = { elicitation: { form: {} } };

describe('a host of 2025-11-25 whose person can be asked', () => {
  let host: Session;
  let answer: object = {};
  let earlier = 0;
  beforeAll(async () => void (host = await asking({ capabilities: elicitation, answer: () => answer }, suite)));
  const allQuestions = () => host.messages.filter(({ method }) => method === 'elicitation/create');
  /** Those of this test. */
  const questions = (): Message[] => allQuestions().slice(earlier);
  const person = (action: string): void => {
    earlier = allQuestions().length;
    answer = { action, ...(action === 'accept' ? { content: {} } : {}) };
  };

  it('lets a dear call through with a yes, once and to nothing else', async () => {
    person('accept');
    const first = dear();
    expect(await host.call('call_paid', first)).toMatchObject({ ok: true, credits: { charged: 10 } });
    expect(questions()).toHaveLength(1);
    const [{ params } = {}] = questions();
    expect(params?.['message']).toMatch(/10 credits.*reports\.generate/);
    expect(params?.['requestedSchema']).toMatchObject({ type: 'object' });
    expect(await host.call('call_paid', dear())).toMatchObject({ ok: true });
    expect(questions()).toHaveLength(2);
    expect(sent(first)).toHaveLength(1);
  });

  it.each(['decline', 'cancel'])('sends nothing after a %s', async (action) => {
    person(action);
    const call = dear();
    expect(fault(await host.call('call_paid', call))).toMatchObject({
      code: 'confirmation_required',
      outcome: 'not_sent',
    });
    expect(sent(call)).toEqual([]);
    expect((await host.call('credits')).data).toMatchObject({ totals: { reserved: 0 } });
  });

  it('is not asked about what is cheap, free or only priced', async () => {
    person('decline');
    expect(await host.call('call_paid', cheap())).toMatchObject({ ok: true });
    expect(await host.call('estimate', { calls: [dear()] })).toMatchObject({ ok: true });
    expect(questions()).toEqual([]);
  });

  it('whose answer is invalid has not said yes', async () => {
    const answers = [{}, { action: 'maybe' }, { action: 'ACCEPT' }, { content: { action: 'accept' } }];
    for (answer of answers) {
      const call = dear();
      const { result, error } = await host.request('tools/call', { name: 'call_paid', arguments: call });
      expect(error ?? result?.['isError']).toBeTruthy();
      expect(sent(call)).toEqual([]);
    }
  });
});

describe('a host of 2026-07-28', () => {
  type Asked = {
    readonly requestState: string;
    readonly inputRequests: Record<string, { params: { message: string } }>;
  };
  const open = (scope: Scope) => asking({ version: '2026-07-28', capabilities: elicitation }, scope);
  let host: Session;
  beforeAll(async () => void (host = await open(suite)));

  const ask = (host: Session, call: object, more: object = {}): Promise<Message> =>
    host.request('tools/call', { name: 'call_paid', arguments: call, ...more });
  async function question(host: Session, call: object): Promise<Asked> {
    const { result } = await ask(host, call);
    expect(result).toMatchObject({
      resultType: 'input_required',
      requestState: expect.any(String),
      inputRequests: { consent: { method: 'elicitation/create' } },
    });
    return result as unknown as Asked;
  }
  const yes = ({ requestState }: Asked) => ({
    requestState,
    inputResponses: { consent: { action: 'accept', content: {} } },
  });

  it('gets the question as a result, and the call through with a yes to it', async () => {
    const call = dear();
    const asked = await question(host, call);
    expect(asked.inputRequests['consent']?.params.message).toContain('10 credits');
    expect(sent(call)).toEqual([]);
    expect(outcomeOf(await ask(host, call, yes(asked)))).toMatchObject({ ok: true, credits: { charged: 10 } });
    expect(sent(call)).toHaveLength(1);
  });

  it.each(['decline', 'cancel'])('sends nothing after a %s', async (action) => {
    const call = dear();
    const { requestState } = await question(host, call);
    expect(
      fault(outcomeOf(await ask(host, call, { requestState, inputResponses: { consent: { action } } }))),
    ).toMatchObject({ code: 'confirmation_required', outcome: 'not_sent' });
    expect(sent(call)).toEqual([]);
  });

  it('is asked again where a yes was for other arguments, another tool, used up, forged, or of another server', async () => {
    const other = await open({ onTestFinished });
    const call = dear();
    const asked = await question(host, call);
    const changed = dear();
    await expectAsked(ask(host, changed, yes(asked)));
    expect(sent(changed)).toEqual([]);
    await expectAsked(ask(other, call, yes(asked)));
    for (const forged of [
      '',
      'v1.e30.x',
      asked.requestState.slice(0, -2),
      `${asked.requestState.slice(0, 12)}A${asked.requestState.slice(13)}`,
    ]) {
      await expectAsked(ask(host, call, { ...yes(asked), requestState: forged }));
    }
    expect(sent(call)).toEqual([]);
    expect(outcomeOf(await ask(host, call, yes(asked))).ok).toBe(true);
    // The same yes once more, for a start of its own.
    await expectAsked(ask(host, { ...call, again: true }, yes(asked)));
    expect(sent(call)).toHaveLength(1);
  });

  it('has not agreed by answering without having been asked', async () => {
    const call = dear();
    await expectAsked(ask(host, call, { inputResponses: { consent: { action: 'accept', content: {} } } }));
    expect(sent(call)).toEqual([]);
  });

  it('is asked again where the yes was for another team of the same person', async () => {
    const own = await platformFor({ onTestFinished });
    own.on('GET /account', json({ id: 1 }));
    own.on('GET /team', (arrival) => json({ data: { id: arrival.headers.authorization === 'Bearer one' ? 1 : 2 } }));
    own.on(/^POST .*generate-report$/, json({ data: { report: 'Ten credits well spent.' } }));
    const env = pointedAt(own, { VISIBILITY_CONFIRM_ABOVE: '4' });
    const server = await openHttp({ onTestFinished }, { args: ['--auth', 'platform'], env });
    const call = dear();
    const paid = () => own.to(/^POST .*generate-report$/).map(({ headers }) => headers.authorization);
    const askAs = (token: string, more: object = {}) =>
      modernClient(asCaller(server, token), elicitation).request('tools/call', {
        name: 'call_paid',
        arguments: call,
        ...more,
      });
    const asked = (await askAs('one')).result as unknown as Asked;
    await expectAsked(askAs('two', yes(asked)));
    expect(paid()).toEqual([]);
    expect(outcomeOf(await askAs('one', yes(asked)))).toMatchObject({ ok: true });
    expect(paid()).toEqual(['Bearer one']);
  });

  /** Either the question again, or a refusal; never the call. */
  async function expectAsked(answer: Promise<Message>): Promise<void> {
    const { result, error } = await answer;
    if (error) return expect(error.code).toBe(-32602);
    if (result?.['resultType'] === 'input_required') return;
    expect(fault(outcomeOf({ result: result ?? {} })).code).toBe('confirmation_required');
  }
});

describe.each(['2025-11-25', '2026-07-28'])('a host of %s that cannot ask', (version) => {
  let host: Session;
  beforeAll(async () => void (host = await asking({ version }, suite)));

  it('is refused, and the refusal states why and what its operator can do', async () => {
    const call = dear();
    expect(fault(await host.call('call_paid', call))).toMatchObject({
      code: 'confirmation_required',
      outcome: 'not_sent',
      next: expect.stringContaining('--unattended'),
    });
    expect(sent(call)).toEqual([]);
    expect(await host.call('call_paid', cheap())).toMatchObject({ ok: true });
  });

  it('gets nothing through by arguments, whatever they claim', async () => {
    const call = dear();
    const claims = [
      { confirm: true },
      { confirmed: true, approved: true, consent: { action: 'accept' } },
      { unattended: true, confirm_above: 1000 },
    ];
    for (const claim of claims) {
      expect((await host.call('call_paid', { ...call, ...claim })).ok).toBe(false);
      expect((await host.call('call_paid', { ...call, arguments: { ...call.arguments, ...claim } })).ok).toBe(false);
      expect((await host.call('call_paid', call, claim)).ok).toBe(false);
    }
    expect(sent(call)).toEqual([]);
  });

  it('follows only the limits if the operator set --unattended', async () => {
    const unattended = await asking({ version, args: ['--unattended'] });
    expect(await unattended.call('call_paid', dear())).toMatchObject({ ok: true });
  });
});

it('a host that can only open pages cannot ask by a form', async () => {
  const host = await asking({ capabilities: { elicitation: { url: {} } } });
  expect(fault(await host.call('call_paid', dear())).code).toBe('confirmation_required');
});

it('a workflow needs the same consent as the call it makes', async () => {
  platform.on(/^GET .*\/articles$/, json({ data: [] }));
  platform.on(/^POST .*\/articles$/, json({ data: { id: 77, processing_status: 'draft' } }, 201));
  platform.on('GET /articles/77', json({ data: { id: 77, processing_status: 'draft' } }));
  const host = await asking();
  expect(fault(await host.call('write_article', { keyword: 'tea', project: '1' })).code).toBe('confirmation_required');
  expect(platform.to('POST /articles/77/generate')).toEqual([]);
});
