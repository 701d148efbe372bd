import { realpathSync } from 'node:fs';

/** Explanation for a person who started the server on a terminal: it waits for a host, and how to add it to one. */
export function explain(): string {
  const script = realpathSync(process.argv[1] ?? 'visibility-mcp');
  const entry = JSON.stringify({ mcpServers: { visibility: { command: 'node', args: [script] } } }, undefined, 2);
  const vscode = JSON.stringify(
    { servers: { visibility: { type: 'stdio', command: 'node', args: [script] } } },
    undefined,
    2,
  );
  return `visibility-mcp speaks MCP on stdin and stdout: a host starts it, not a person. Add it to yours.

Claude Code     claude mcp add visibility -- node ${script}
Codex           codex mcp add visibility -- node ${script}
Claude Desktop  Settings > Developer > Edit Config (claude_desktop_config.json), and
Cursor          ~/.cursor/mcp.json:

${entry.replace(/^/gm, '  ')}

VS Code         .vscode/mcp.json:

${vscode.replace(/^/gm, '  ')}

With no VISIBILITY_API_TOKEN set, it serves an embedded sandbox: everything works, nothing is real.
For an account set VISIBILITY_API_URL, VISIBILITY_API_TOKEN and, well advised, VISIBILITY_BUDGET=standard (200/day,100/call).

visibility-mcp doctor checks an installation; visibility-mcp --help lists commands and settings.`;
}
