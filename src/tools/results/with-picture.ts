import * as z from 'zod';
import { takeArguments } from '../calling/tool-arguments.ts';
import { withViewData } from './with-view-data.ts';
import type { Tool, ToolContext, ToolResult } from '../tool.ts';

/** Charts in a picture: enough for a glance, and less than 100 kB. */
const maxCharts = 3;

const ownArguments = { picture: z.boolean().optional() };

/** The tool with an argument `picture`: one PNG of its view for the person, beside a result that is complete without it. */
export function withPicture(tool: Tool, sandbox: boolean): Tool {
  const { view } = tool;
  if (!view) return tool;
  const schema = tool.inputSchema as { readonly properties?: Readonly<Record<string, unknown>> | undefined };
  return {
    ...tool,
    inputSchema: { ...schema, properties: { ...schema.properties, picture: { type: 'boolean' } } },
    async read(args) {
      const { own, rest } = takeArguments({ name: tool.name, onlyReads: true }, ownArguments, args);
      const call = await tool.read(rest);
      return {
        ...call,
        args: call.args && { ...call.args, ...own },
        run: async (context) => {
          const result = await call.run(context);
          return own.picture === true ? { ...result, draw: (shown) => pictureOf(shown, context) } : result;
        },
      };
    },
  };

  /** A result that cannot be drawn stays without a picture. */
  async function pictureOf(result: ToolResult, { onDefect }: ToolContext): Promise<Uint8Array | undefined> {
    try {
      const [{ viewPicture }, { toPng }] = await Promise.all([
        import('../../reports/view-picture.ts'),
        import('../../reports/to-png.ts'),
      ]);
      const data = withViewData(result);
      return await toPng(viewPicture(view!, data, { maxCharts, sandbox }));
    } catch (error) {
      onDefect?.(error);
      return undefined;
    }
  }
}
