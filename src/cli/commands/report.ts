import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { SettingError } from '../../config/setting-error.ts';
import { compose } from '../compose.ts';
import { textOption, type Command } from '../command.ts';

const kinds = ['.html', '.md', '.svg', '.png'] as const;

/** A report on a brand, in one file to send to somebody. */
export const report: Command = {
  usage: 'report [BRAND] --out FILE [options]',
  about: `Writes how AI assistants see a tracked brand into one file: ${kinds.join(', ')}, by the ending of its name.
The HTML file needs no network and prints on A4. Only free reads are made.`,
  examples: ['report --out report.html', 'report Fjordkiste --out bericht.md --language de --days 90'],
  takes: 1,
  options: {
    out: { type: 'string', value: 'FILE', says: 'where to write it; an existing file is replaced' },
    language: { type: 'string', value: 'LANGUAGE', says: 'en (default) or de' },
    days: { type: 'string', value: 'N', says: 'length of the period, 1 to 365' },
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
    const { offer, close } = await compose(config, { clock });
    try {
      const { tools } = await offer.surface();
      const tool = tools.find(({ name }) => name === 'visibility_report');
      if (!tool) throw new Error('no tool visibility_report');
      const brand = args[0];
      const input = {
        ...(brand === undefined ? {} : { brand }),
        ...(days === undefined ? {} : { days: Number(days) }),
      };
      const { structured, isError } = await tool.run(input, { signal: stop, clock });
      if (isError) {
        const { message, next } = structured['error'] as { message: string; next?: string };
        process.stderr.write(`visibility-mcp: ${message}${next ? ` ${next}` : ''}\n`);
        return 1;
      }
      await writeFile(out, await rendered(kind, structured, locale, clock.now()));
      process.stderr.write(`visibility-mcp: wrote ${out}\n`);
      return 0;
    } finally {
      await close();
    }
  },
};

async function rendered(
  kind: (typeof kinds)[number],
  { data, sandbox }: Readonly<Record<string, unknown>>,
  locale: string,
  now: number,
): Promise<string | Uint8Array> {
  if (kind === '.svg' || kind === '.png') {
    const { toSvg } = await import('../../reports/to-svg.ts');
    const svg = toSvg('report', data, { locale, maxCharts: 5 });
    return kind === '.svg' ? svg : (await import('../../reports/to-png.ts')).toPng(svg);
  }
  const { brandReport } = await import('../../reports/brand-report.ts');
  const { reportWords } = await import('../../reports/report-words.ts');
  const { wordsFor } = await import('../../views/parts/words.ts');
  const body = brandReport(data, { locale, now, sandbox: sandbox === true });
  if (kind === '.md') return (await import('../../reports/to-markdown.ts')).toMarkdown(body);
  const { language } = wordsFor(locale);
  const [{ toHtml }, { style }] = await Promise.all([
    import('../../reports/to-html.ts'),
    import('../../reports/style.ts'),
  ]);
  return toHtml(reportWords[language].title, language, await style(), body);
}
