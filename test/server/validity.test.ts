import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { modernClient, serve } from './mcp.ts';

/** A host whose person takes `seconds` to answer the first question, and no time for the others. */
async function slowHost(seconds: number) {
  const clock = virtualClock();
  const { url, spending } = await serve({ confirmAbove: 10, unattended: false }, { clock });
  const client = modernClient();
  let requestCount = 0;
  client.setRequestHandler('elicitation/create', ({ params }) => {
    if (requestCount++ === 0) clock.step(seconds * 1000);
    const fields = 'requestedSchema' in params ? Object.keys(params.requestedSchema.properties) : [];
    return { action: 'accept', content: Object.fromEntries(fields.map((name) => [name, 'this'])) };
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const call = async (name: string) =>
    (await client.callTool({ name, arguments: {} })).structuredContent as Record<string, unknown>;
  return { call, spending, requestCount: () => requestCount };
}

describe('a yes to spending', () => {
  it('is valid for ten minutes', async () => {
    const { call, requestCount, spending } = await slowHost(595);
    expect(await call('spend')).toMatchObject({ ok: true });
    expect(requestCount()).toBe(1);
    expect(spending.spent).toHaveLength(1);
  });

  it('is asked for again after ten minutes', async () => {
    const { call, requestCount } = await slowHost(605);
    expect(await call('spend')).toMatchObject({ ok: true });
    expect(requestCount()).toBe(2);
  });
});

describe('a question of the platform', () => {
  it('can be answered for ten minutes', async () => {
    const { call } = await slowHost(595);
    expect(await call('ask')).toMatchObject({ ok: true, data: { args: { which: 'this' } } });
  });

  it('is closed after ten minutes', async () => {
    const { call } = await slowHost(605);
    expect(await call('ask')).toMatchObject({ ok: false, error: { code: 'question_closed' } });
  });
});
