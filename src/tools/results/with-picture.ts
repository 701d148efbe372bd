import { withViewData } from './with-view-data.ts';
import type { Tool, ToolContext, ToolResult } from '../tool.ts';

/** Charts in a picture: enough for a glance, and less than 100 kB. */
const maxCharts = 3;

/** The tool with an argument `picture`: one PNG of its view for the person, beside a result that is complete without it. */
export function withPicture(tool: Tool): Tool {
  const { view } = tool;
  if (!view) return tool;
  const schema = tool.inputSchema as { readonly properties?: Readonly<Record<string, unknown>> };
  return {
    ...tool,
    inputSchema: { ...schema, properties: { ...schema.properties, picture: { type: 'boolean' } } },
    run: async (given, context) => {
      if (typeof given !== 'object' || given === null || !('picture' in given)) return tool.run(given, context);
      const { picture, ...rest } = given;
      const result = await tool.run(typeof picture === 'boolean' ? rest : given, context);
      return picture === true && !result.isError ? pictured(result, context) : result;
    },
  };

  /** A result that cannot be drawn stays without a picture. */
  async function pictured(result: ToolResult, { onDefect }: ToolContext): Promise<ToolResult> {
    try {
      const [{ toSvg }, { toPng }] = await Promise.all([
        import('../../reports/to-svg.ts'),
        import('../../reports/to-png.ts'),
      ]);
      const data = withViewData(result);
      return { ...result, picture: await toPng(toSvg(view!, data, { locale: 'en', maxCharts })) };
    } catch (error) {
      onDefect?.(error);
      return result;
    }
  }
}
