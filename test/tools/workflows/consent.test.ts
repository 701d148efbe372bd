import type { ServerContext } from '@modelcontextprotocol/server';
import { describe, expect } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import { callTool } from '../../../src/server/protocol/call-tool.ts';
import { createRequestMemory } from '../../../src/server/request-memory.ts';
import { createSpendConsent } from '../../../src/server/protocol/elicitation/spend-consent.ts';
import { createPlatformElicitation } from '../../../src/server/protocol/elicitation/platform-elicitation.ts';
import { createTasks } from '../../../src/server/protocol/tasks/tasks.ts';
import { noSecrets } from '../../support/no-secrets.ts';
import { type Stage, type Told } from './support/stage.ts';
import { it } from './support/staged-test.ts';

const anyCaller = {
  clientName: undefined,
  hostWaitSeconds: 45,
  canAsk: true,
  hasRoots: false,
  knowsLinks: false,
  knowsTasks: false,
};

/**
 * A host whose person answers every question in the same way. Consent is the server's own: after a yes the
 * tool runs again from its start, and the yes is valid for one call.
 */
function hostOf(stage: Stage, confirmAbove: number, action: 'accept' | 'decline') {
  const memory = createRequestMemory(systemClock);
  const spendConsent = createSpendConsent({ confirmAbove, unattended: false }, memory);
  const questions: string[] = [];
  const once = (name: string, args: object, more: object): Promise<Told> => {
    const ctx = {
      mcpReq: { signal: new AbortController().signal, requestState: () => undefined, ...more },
    } as unknown as ServerContext;
    const dependencies = {
      tools: stage.tools,
      exit: noSecrets,
      spendConsent,
      elicitation: createPlatformElicitation(memory),
      tasks: createTasks(memory, systemClock),
      money: () => Promise.reject(new Error('no money here')),
      deferAcknowledgement: (acknowledge: (delivered: boolean) => Promise<void>) => acknowledge(true),
      ...anyCaller,
      clock: systemClock,
      onDefect: (error: unknown) => void console.error(error),
    };
    return callTool({ method: 'tools/call', params: { name, arguments: { ...args } } }, ctx, dependencies);
  };
  const call = async (name: string, args: object): Promise<Told> => {
    let result = await once(name, args, {});
    for (let rounds = 0; result.requestState && rounds < 3; rounds++) {
      const { requestState } = result;
      questions.push(result.inputRequests.consent.params.message);
      result = await once(name, args, {
        requestState: () => requestState,
        inputResponses: { consent: { action, ...(action === 'accept' ? { content: {} } : {}) } },
      });
    }
    return result.structuredContent;
  };
  return { call, questions };
}

describe('a person is asked', () => {
  it('once for an article, before there is a trace of it', async ({ stage }) => {
    const host = hostOf(stage, 4, 'accept');
    const before = await stage.ask('articles.list', { project: 2 });
    expect(await host.call('write_article', { project: 'moosgarten', keyword: 'moss' })).toMatchObject({
      ok: true,
      data: { status: 'ready' },
    });
    expect(host.questions).toEqual([
      expect.stringContaining(
        'Spend up to 5 credits to write the text of an existing article for a keyword: moss? (articles.generate: ',
      ),
    ]);
    expect(await stage.ask('articles.list', { project: 2 })).toHaveLength(before.length + 1);
    expect(await stage.balance()).toBe(995);
  });

  it('and where the answer is no, nothing was created', async ({ stage }) => {
    const before = await stage.ask('articles.list', { project: 2 });
    expect(
      await hostOf(stage, 4, 'decline').call('write_article', { project: 'moosgarten', keyword: 'moss' }),
    ).toMatchObject({
      ok: false,
      error: { code: 'confirmation_required', message: expect.stringContaining('did not agree') },
    });
    expect(await stage.ask('articles.list', { project: 2 })).toEqual(before);
  });

  it('for a run that follows what was paid only when it is asked for by itself', async ({ stage }) => {
    const host = hostOf(stage, 7, 'accept');
    const order = { domain: 'neuland.example', country: 'DE', auto_confirm: true, first_run: true };
    expect(await host.call('track_brand', order)).toMatchObject({
      ok: true,
      data: { status: 'active', first_run: { started: false, code: 'confirmation_required' } },
    });
    expect(host.questions).toEqual([]);
    expect(await host.call('track_brand', order)).toMatchObject({
      ok: true,
      data: { first_run: { state: 'completed' } },
    });
    expect(host.questions).toEqual([
      expect.stringContaining('Spend up to 10 credits to run all prompts on all platforms now? (tracking.run: '),
    ]);
    expect(await stage.balance()).toBe(985);
  });

  it('and states that there is no bound, for the agent', async ({ stage }) => {
    const host = hostOf(stage, 100, 'accept');
    expect(await host.call('ask_agent', { message: 'How are my articles?' })).toMatchObject({
      ok: true,
      data: { session_id: 54001 },
    });
    expect(host.questions).toEqual([expect.stringContaining('does not bound')]);
  });
});
