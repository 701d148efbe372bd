import type { Tool, ToolResult } from '../tools/tool.ts';

/**
 * A tool's result for a person at a terminal: its view where it has one, an error in words, else JSON over several
 * lines. Text from the platform has been cleaned of control characters before.
 */
export async function showResult({ view }: Tool, { structured }: ToolResult): Promise<string> {
  const { ok, data, error, job } = structured as {
    ok: boolean;
    data?: unknown;
    error?: { code: string; message: string; next?: string };
    job?: { job_id: string; state: string };
  };
  const [{ terminalOf, toTerminal }, { views }, { wordsFor }, { pictureTheme }] = await Promise.all([
    import('../reports/to-terminal.ts'),
    import('../views/views.ts'),
    import('../views/parts/words.ts'),
    import('../charts/theme.ts'),
  ]);
  const terminal = terminalOf(process.stdout, process.env);
  if (!ok && error) return [`${error.code}: ${error.message}`, error.next].filter(Boolean).join('\n');
  if (!view || typeof data !== 'object' || data === null) return JSON.stringify(structured, undefined, 2);
  const locale = 'en';
  const nodes = views[view](data, { width: 760, locale, theme: pictureTheme, words: wordsFor(locale) });
  const credits = structured['credits'] as { charged?: number } | undefined;
  const end = [
    job && `job ${job.job_id}: ${job.state}`,
    credits?.charged !== undefined && `${credits.charged} credits charged`,
    '--json shows everything',
  ].filter(Boolean);
  return [toTerminal(nodes, terminal), end.join(', ')].join('\n\n');
}
