import { expect, it, onTestFinished } from 'vitest';
import { openHost } from '../support/in-process.ts';
import { platformFor } from '../../support/platform.ts';
import { outcomeOf } from '../support/message.ts';
import { pointedAt } from '../support/stdio-host.ts';

const scope = { onTestFinished };

it('every result of the embedded platform says so: of each tool, refusals too, in both its forms', async () => {
  const host = await openHost(scope, { args: ['--toolsets', 'projects'], version: '2026-07-28' });
  const tools = (await host.request('tools/list')).result?.['tools'] as { name: string }[];
  expect(tools.length).toBeGreaterThan(20);
  for (const { name } of tools) {
    for (const args of [{}, { nothing_like_it: 1 }]) {
      const { result } = await host.request('tools/call', { name, arguments: args });
      expect(result?.['structuredContent'], name).toMatchObject({ sandbox: true });
    }
  }
  expect(await host.call('call_read', { operation: 'projects.list' })).toMatchObject({ ok: true, sandbox: true });
  expect(await host.call('call_read', { operation: 'projects.get', arguments: { id: 4_711 } })).toMatchObject({
    ok: false,
    sandbox: true,
  });
  // What the server itself says to an answer that nobody asked for.
  const stale = await host.request('tools/call', {
    name: 'credits',
    arguments: {},
    inputResponses: { answer: { action: 'accept', content: {} } },
  });
  expect(outcomeOf(stale)).toMatchObject({ ok: false, sandbox: true, error: { code: 'question_closed' } });
});

it('so does every resource that is a JSON object', async () => {
  const host = await openHost(scope);
  const read = async (uri: string): Promise<unknown> => {
    const { result } = await host.request('resources/read', { uri });
    const [content] = (result?.['contents'] ?? []) as { text: string }[];
    return JSON.parse(content?.text ?? '');
  };
  for (const uri of ['visibility://credits', 'visibility://projects/1', 'visibility://tracking-projects/2001'])
    expect(await read(uri), uri).toMatchObject({ sandbox: true });
  expect(await read('visibility://operations')).toBeInstanceOf(Array);
});

it('no result of a real platform does', async () => {
  const platform = await platformFor(scope);
  const host = await openHost(scope, { env: pointedAt(platform) });
  for (const name of ['credits', 'job_list', 'write_article'])
    expect(await host.call(name), name).not.toHaveProperty('sandbox');
});
