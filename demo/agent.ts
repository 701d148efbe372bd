import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
}

/** An MCP client on the server's stdin and stdout, as a host would hold one. */
export interface Agent {
  listTools(): Promise<readonly ListedTool[]>;
  /** Calls a tool and resolves with its structured result. */
  call(
    tool: string,
    args: Record<string, unknown>,
    onProgress?: (progress: { progress: number; message?: string | undefined }) => void,
  ): Promise<unknown>;
  close(): Promise<void>;
}

/** Starts the server with these settings and connects to it. */
export async function connect(server: string, settings: Record<string, string>): Promise<Agent> {
  const client = new Client({ name: 'visibility-demo', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [server],
    env: { PATH: process.env['PATH'] ?? '', ...settings },
  });
  await client.connect(transport);
  return {
    listTools: async () => (await client.listTools()).tools,
    async call(name, args, onProgress) {
      const result = await client.callTool(
        { name, arguments: args },
        { timeout: 120_000, ...(onProgress ? { onprogress: onProgress } : {}) },
      );
      return result.structuredContent;
    },
    close: () => client.close(),
  };
}
