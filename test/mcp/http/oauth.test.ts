import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { asCaller } from '../support/as-caller.ts';
import { modernClient } from '../support/http-server.ts';
import { openOAuth } from '../support/in-process.ts';
import { fault, outcomeOf } from '../support/message.ts';
import * as oauth from '../support/oauth-server.ts';
import { exchange } from '../support/oauth-server.ts';
import { folder } from '../support/scope.ts';
import { suiteScope } from '../support/suite-scope.ts';

const suite = suiteScope();
let here: oauth.OAuthServer;

const store = join(folder(suite), 'state.db');

beforeAll(async () => {
  here = await openOAuth(suite, { env: { VISIBILITY_STATE: store } });
});

const signIn = (scope: string, fields: Record<string, string> = {}) =>
  oauth.signIn(here, scope, 'sandbox-owner', fields);

/** A client with a token of that scope, on a server of its test. */
const enter = async (own: oauth.OAuthServer, scope: string, capabilities: object = {}) =>
  modernClient(
    asCaller(own.server, String((await oauth.signIn(own, scope, 'sandbox-owner')).tokens['access_token'])),
    capabilities,
  );

const use = (token: unknown) => modernClient(asCaller(here.server, String(token)));

describe('a token', () => {
  it('that may only read is asked nothing whose answer pays, and cannot give the answer of another token', async () => {
    const own = await openOAuth({ onTestFinished });
    const canAsk = { elicitation: { form: {} } };
    const starter = await enter(own, 'paid');
    const [payer, reader] = [await enter(own, 'read paid', canAsk), await enter(own, 'read', canAsk)];
    const ingest = { operation: 'ingest.start', arguments: { domain: 'scope.example', prompts: [] } };
    const { job } = await starter.call('call_paid', ingest);
    expect(job?.state).toBe('needs_you');
    const wait = { name: 'job_wait', arguments: { job_id: job?.job_id, wait_s: 0 } };
    const asked = (await payer.request('tools/call', wait)).result;
    const answer = (reply: object) => ({
      ...wait,
      requestState: asked?.['requestState'],
      inputResponses: { answer: reply },
    });
    expect(outcomeOf(await reader.request('tools/call', wait))).toMatchObject({
      question: { answer_with: expect.stringContaining('call_paid') },
    });
    const yes = answer({ action: 'accept', content: { country: 'DE' } });
    expect(fault(outcomeOf(await reader.request('tools/call', yes))).code).toBe('question_closed');
    // It is open for the token that it was asked with.
    expect(outcomeOf(await payer.request('tools/call', answer({ action: 'decline' })))).toMatchObject({
      hint: expect.stringContaining('gave no answer'),
    });
  });

  it('resumes and cancels only runs whose grants it allows', async () => {
    const own = await openOAuth({ onTestFinished });
    const all = await enter(own, 'read write delete paid');
    const [some, reader] = [await enter(own, 'read paid'), await enter(own, 'read')];
    const begin = async (may: string[], grants: object = {}) => {
      const order = { code: 'await sleep(60_000)', may, wait_s: 0, ...grants };
      // One that another sign-in has cancelled keeps its place until its own notices.
      return vi.waitFor(
        async () => {
          const { run } = (await all.call('run_code', order)) as unknown as { run?: { run_id: string } };
          if (!run) throw new Error('no place for a program');
          return { resume: run.run_id, wait_s: 0 };
        },
        { timeout: 30_000, interval: 200 },
      );
    };
    const deletes = await begin(['read', 'delete']);
    for (const asked of [deletes, { cancel: deletes.resume }])
      expect(fault(await some.call('run_code', asked))).toMatchObject({
        code: 'not_permitted',
        message: expect.stringContaining('delete'),
      });
    const pays = { cancel: (await begin(['read'], { max_credits: 1 })).resume };
    expect(fault(await reader.call('run_code', pays)).message).toContain('paid');
    const cancelled = { run: { state: 'cancelled' } };
    expect(await some.call('run_code', pays)).toMatchObject(cancelled);
    expect(await reader.call('run_code', { cancel: (await begin(['read'])).resume })).toMatchObject(cancelled);
    expect((await all.call('run_code', deletes)).ok).toBe(true);
    const reads = await begin(['read']);
    await expect.poll(async () => (await some.call('run_code', reads)).ok, { timeout: 30_000 }).toBe(true);
    // One that is over does nothing more: its result is only read.
    await all.call('run_code', { cancel: deletes.resume });
    expect(fault(await some.call('run_code', deletes)).code).not.toBe('not_permitted');
  });

  it('is held to the budget and the reading that were chosen at sign-in', async () => {
    const signed = await signIn('read paid', { budget: '0/call' });
    const answer = await use(signed.tokens['access_token']).call('call_paid', {
      operation: 'grounding.analyze',
      arguments: { url: 'https://narrow.example/' },
      wait_s: 0,
    });
    expect(fault(answer).code).toBe('budget_exceeded');
    const reader = await signIn('read paid', { read_only: 'true' });
    const { result = {} } = await use(reader.tokens['access_token']).request('tools/list');
    expect((result['tools'] as { name: string }[]).map(({ name }) => name)).not.toContain('call_paid');
  });

  it('is one caller in the ledger, whichever token they use', async () => {
    const signed = await signIn('read paid');
    const analyze = async (token: unknown, url: string) =>
      use(token).call('call_paid', {
        operation: 'grounding.analyze',
        arguments: { url },
        wait_s: 0,
      });
    expect((await analyze(signed.tokens['access_token'], 'https://first.example/')).ok).toBe(true);
    const { body } = await exchange(here, {
      grant_type: 'refresh_token',
      client_id: signed.client_id,
      refresh_token: String(signed.tokens['refresh_token']),
    });
    expect(body['access_token']).not.toBe(signed.tokens['access_token']);
    expect((await analyze(body['access_token'], 'https://second.example/')).ok).toBe(true);
    using database = new DatabaseSync(store, { readOnly: true });
    const callers = database.prepare(`SELECT owner, count(*) AS calls FROM entries GROUP BY owner`).all();
    expect(callers.map(({ calls }) => calls)).toEqual([2]);
  });
});
