import { redactor } from '../../client/account/redact-secrets.ts';
import type { Surface } from '../../server/handlers/offer.ts';
import type { PlatformQuestion } from '../../tools/jobs/platform-question.ts';
import type { ToolResult } from '../../tools/tool.ts';
import { withResult } from '../../tools/with-result.ts';

/** The same surface, whose results never hold one of the secrets: not even one that a caller wrote into its arguments. */
export function hideSecrets(surface: Surface, secrets: readonly string[]): Surface {
  const redact = redactor(secrets, '[secret]');
  // The call that takes the answer on stays as it is: it is made, not shown.
  const redactQuestion = ({ call, ...shown }: PlatformQuestion): PlatformQuestion => ({ ...redact(shown), call });
  const redactResult = (result: ToolResult): ToolResult => {
    const question = result.question ? { question: redactQuestion(result.question) } : {};
    const structured = redact(result.structured);
    const { plain } = result;
    const shown = { ...result, ...question, plain: plain && (() => redact(plain())) };
    return structured === result.structured
      ? { ...shown, text: redact(result.text) }
      : { ...shown, text: JSON.stringify(structured), structured };
  };
  return {
    ...surface,
    tools: surface.tools.map((tool) => withResult(tool, redactResult)),
    job: async (jobId, context) => {
      const found = await surface.job(jobId, context);
      if ('result' in found) return { ...found, result: redactResult(found.result) };
      return found.kind === 'unavailable' ? { ...found, message: redact(found.message) } : found;
    },
  };
}
