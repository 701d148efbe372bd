import { Client } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it, onTestFinished } from 'vitest';
import { serve } from './mcp.ts';

const waits: readonly [string, number][] = [
  ['claude-code', 100],
  ['claude-ai', 45],
  ['Visual Studio Code', 120],
  ['codex-mcp-client', 240],
  ['gemini-cli-mcp-client', 300],
  ['Zed', 45],
  ['goose', 240],
  ['cursor-vscode', 45],
  ['somebody-new', 45],
];

it.each(['2025-11-25', '2026-07-28'])(
  'a call without wait_s may wait as long as its host lets it, known by its name in the era of %s',
  async (version) => {
    const { url } = await serve();
    const result = await Promise.all(
      waits.map(async ([name]) => {
        const client = new Client(
          { name, version: '1' },
          version === '2026-07-28' ? { versionNegotiation: { mode: { pin: version } } } : {},
        );
        onTestFinished(() => client.close());
        await client.connect(new StreamableHTTPClientTransport(new URL(url)));
        const { structuredContent } = await client.callTool({ name: 'patience', arguments: {} });
        return [name, (structuredContent as { data: number }).data];
      }),
    );
    expect(result).toEqual(waits);
  },
);
