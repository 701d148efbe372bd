import type { Tool, ToolResult } from '../tool.ts';
import { withResult } from '../with-result.ts';

/** The same result, marked as one of the embedded platform: nothing in it is real. */
export function sandboxResult(result: ToolResult): ToolResult {
  const structured = marked(result.structured);
  const { plain } = result;
  return { ...result, structured, text: JSON.stringify(structured), plain: plain && (() => marked(plain())) };
}

const marked = ({ ok, ...rest }: ToolResult['structured']): ToolResult['structured'] => ({
  ok,
  sandbox: true,
  ...rest,
});

/** The tool, every result of which says that it comes from the embedded platform: refusals too. */
export const markSandbox = (tool: Tool): Tool => withResult(tool, sandboxResult);
