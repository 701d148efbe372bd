import type { Surface } from '../server/offer.ts';

/** The same tools, whose results never hold one of the secrets: not even one that a caller wrote into its arguments. */
export function hideSecrets(surface: Surface, secrets: readonly string[]): Surface {
  const shown = (text: string): string => secrets.reduce((one, secret) => one.replaceAll(secret, '[secret]'), text);
  const holds = (text: string): boolean => secrets.some((secret) => text.includes(secret));
  return {
    ...surface,
    tools: surface.tools.map((tool) => ({
      ...tool,
      async run(args, context) {
        const result = await tool.run(args, context);
        if (!holds(result.text)) return result;
        return { ...result, text: shown(result.text), structured: JSON.parse(shown(JSON.stringify(result.structured))) };
      },
    })),
  };
}
