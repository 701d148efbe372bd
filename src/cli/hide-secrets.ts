import { concealer } from '../client/account/conceal-secrets.ts';
import type { Surface } from '../server/handlers/offer.ts';

/** The same tools, whose results never hold one of the secrets: not even one that a caller wrote into its arguments. */
export function hideSecrets(surface: Surface, secrets: readonly string[]): Surface {
  const clean = concealer(secrets, '[secret]');
  return {
    ...surface,
    tools: surface.tools.map((tool) => ({
      ...tool,
      async run(args, context) {
        const result = await tool.run(args, context);
        const structured = clean(result.structured);
        if (structured !== result.structured) return { ...result, text: JSON.stringify(structured), structured };
        return { ...result, text: clean(result.text) };
      },
    })),
  };
}
