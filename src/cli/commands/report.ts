import { outputFile } from '../output/output-file.ts';
import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { cleanDeep } from '../../base/text/clean-deep.ts';
import { SettingError } from '../../base/setting-error.ts';
import { openAccount } from '../../app/compose.ts';
import { textOption, type Command } from '../command/command.ts';
import { readCallOf } from '../../tools/definition/read-call.ts';
import { runTool } from '../../tools/results/run-tool.ts';
import { candidatesLine } from '../output/candidates-line.ts';
import { tell } from '../output/print.ts';
import { inShellWords } from '../output/tell-run.ts';
import { exitCodeOf, type Failure } from '../command/exit-code.ts';
import { liveProgress, type LiveStep } from '../terminal/live-progress.ts';

const kinds = ['.html', '.md'] as const;

/** Default seconds that a report waits for the rate limit. */
const maxWaitSeconds = 600;

/** Writes a report on a brand into one file that can be sent to people. */
export const report: Command = {
  usage: 'report [BRAND] --out FILE [options]',
  about: `Writes how AI assistants see a tracked brand into one file: .html or .md, by the extension of its name.
An HTML file needs no network and prints on A4. Only free reads are made.`,
  examples: ['report --out report.html', 'report Fjordkiste --out bericht.md --language de --days 90'],
  exitCodes: [0, 1, 2, 3, 4, 5],
  takes: 1,
  options: {
    out: { value: 'FILE', says: 'where to write it; an existing file is replaced' },
    language: { value: 'LANGUAGE', says: 'en (default) or de' },
    days: { value: 'N', says: 'length of the period, 1 to 365' },
    from: { value: 'DATE', says: 'first day of the period' },
    to: { value: 'DATE', says: 'last day of the period; today by default' },
    period: { value: 'PERIOD', says: 'instead of dates: 2026-Q3, 2026-09, last_month' },
    compare: { value: 'PERIOD', says: 'period to compare it with: previous, 2026-Q2, or DATE/DATE' },
  },
  async run(invocation) {
    const { config, args, clock, stop } = invocation;
    const out = textOption(invocation, 'out');
    const locale = textOption(invocation, 'language') ?? 'en';
    const days = textOption(invocation, 'days');
    const kind = kinds.find((ending) => ending === extname(out ?? '').toLowerCase());
    if (out === undefined || kind === undefined)
      throw new SettingError(`report: --out FILE, whose name ends in ${kinds.join(', ')}`);
    if (!['en', 'de'].includes(locale)) throw new SettingError('report: --language is en or de');
    if (days !== undefined && !/^\d{1,3}$/.test(days))
      throw new SettingError('report: --days is a whole number from 1 to 365');
    outputFile('report: --out', out);
    // A person or a schedule waits for the report: a late report is better than none.
    const { surface, close } = openAccount(
      { ...config, maxWaitSeconds: config.maxWaitSeconds ?? maxWaitSeconds },
      { clock },
    );
    try {
      const { tools, exit } = await surface();
      const tool = tools.find(({ name }) => name === 'visibility_report');
      if (!tool) throw new Error('no tool visibility_report');
      const brand = args[0];
      const input = {
        brand,
        days: days === undefined ? undefined : Number(days),
        from: textOption(invocation, 'from'),
        to: textOption(invocation, 'to'),
        period: textOption(invocation, 'period'),
        compare: comparedWith(textOption(invocation, 'compare')),
      };
      const live = liveProgress(process.stderr);
      live.show({ message: 'Reading what AI assistants say' });
      const onProgress = ({ percent, message }: LiveStep): void => live.show({ percent, message });
      const context = { signal: stop, clock, onProgress };
      const result = await runTool(await readCallOf(tool, input), context, exit).finally(live.end);
      const structured = inShellWords(result.plain?.() ?? result.structured);
      if (result.isError) {
        const error = structured['error'] as Failure & { message: string; next?: string | undefined };
        await tell(`visibility-mcp: ${[error.message, candidatesLine(error), error.next].filter(Boolean).join(' ')}`);
        return exitCodeOf(stop.aborted ? { code: 'interrupted' } : error);
      }
      await writeFile(out, await rendered(kind, structured, locale, clock.now()));
      await tell(`visibility-mcp: wrote ${out}`);
      return 0;
    } finally {
      await close();
    }
  },
};

/** The period to compare with in the form of the tool's argument: `previous`, or two dates. */
function comparedWith(period: string | undefined): string | { readonly from: string; readonly to: string } | undefined {
  const [from, to] = period?.split('/') ?? [];
  return from === undefined || to === undefined ? period : { from, to };
}

/** The report in the format of the file, without characters that a reader cannot see. The code that draws it is loaded only here. */
async function rendered(
  kind: (typeof kinds)[number],
  { data, sandbox, account }: Readonly<Record<string, unknown>>,
  locale: string,
  now: number,
): Promise<string> {
  const [{ brandReport }, { wordsFor }, { fieldsOf, textOf }] = await Promise.all([
    import('../../reports/brand-report.ts'),
    import('../../reports/views/parts/words.ts'),
    import('../../reports/views/parts/read.ts'),
  ]);
  const report = cleanDeep(data);
  const body = brandReport(report, { locale, now, sandbox: sandbox === true, account: textOf(account) });
  if (kind === '.md') return (await import('../../reports/to-markdown.ts')).toMarkdown(body);
  const { language, reportTitle } = wordsFor(locale);
  const title = [reportTitle, textOf(fieldsOf(report)['brand'])].filter(Boolean).join(' · ');
  const { toHtml, reportStyle } = await import('../../reports/to-html.ts');
  return toHtml(title, language, await reportStyle(), body);
}
