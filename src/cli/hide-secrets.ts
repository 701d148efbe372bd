import { concealer } from '../client/account/conceal-secrets.ts';
import type { Surface } from '../server/handlers/offer.ts';
import type { PlatformQuestion } from '../tools/jobs/platform-question.ts';
import type { ToolResult } from '../tools/tool.ts';

/** The same surface, whose results never hold one of the secrets: not even one that a caller wrote into its arguments. */
export function hideSecrets(surface: Surface, secrets: readonly string[]): Surface {
  const clean = concealer(secrets, '[secret]');
  // The call that takes the answer on stays as it is: it is made, not shown.
  const cleanQuestion = ({ call, ...shown }: PlatformQuestion): PlatformQuestion => ({ ...clean(shown), call });
  const cleanResult = (result: ToolResult): ToolResult => {
    const question = result.question ? { question: cleanQuestion(result.question) } : {};
    const structured = clean(result.structured);
    return structured === result.structured
      ? { ...result, ...question, text: clean(result.text) }
      : { ...result, ...question, text: JSON.stringify(structured), structured };
  };
  return {
    ...surface,
    tools: surface.tools.map((tool) => ({
      ...tool,
      run: async (args, context) => cleanResult(await tool.run(args, context)),
    })),
    job: async (jobId, context) => {
      const found = await surface.job(jobId, context);
      if ('result' in found) return { ...found, result: cleanResult(found.result) };
      return found.kind === 'unavailable' ? { ...found, message: clean(found.message) } : found;
    },
  };
}
