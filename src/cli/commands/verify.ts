import { extname } from 'node:path';
import { fileText } from '../../app/config/file-text.ts';
import { SettingError } from '../../base/setting-error.ts';
import type { Baseline } from '../../app/index.ts';
import { jsonOption, textOption, wantsJson, type Command, type Invocation } from '../command/command.ts';
import { exitCodeOf } from '../command/exit-code.ts';
import { outputFile } from '../output/output-file.ts';
import { print, printJson, tell } from '../output/print.ts';
import { tellInterrupted } from '../output/tell-run.ts';
import { writeResult } from '../output/write-result.ts';
import { openAccount } from '../../app/compose.ts';
import { verifyPlatform } from '../../app/verify-platform.ts';
import { isVisibilityError } from '../../client/errors.ts';

/** Compares a live account with the catalog. */
export const verify: Command = {
  usage:
    'verify [--families a,b] [--limit N] [--baseline FILE] [--write-baseline FILE] [--out FILE] [--json] [options]',
  about: `Checks whether the platform behaves as documented: status, form, fields, types and pages of its answers.
It makes free reads only, one small page for each operation, within the rate: up to four minutes. The result holds no value, id or token.
docs/verify.md says what each finding means.`,
  exitCodes: [0, 1, 2, 3, 4, 5],
  examples: ['verify --out verify.md', 'verify --families articles,keywords --json', 'verify --baseline verify.json'],
  options: {
    families: { value: 'A,B', says: 'families to check; default: all' },
    limit: { value: 'N', says: 'requests at most, default 220' },
    baseline: { value: 'FILE', says: 'an earlier result: only new differences are reported and counted' },
    'write-baseline': { value: 'FILE', says: 'write the whole result into FILE, for a later --baseline' },
    out: { value: 'FILE', says: 'write the result into a .json or .md file' },
    ...jsonOption,
  },
  async run(invocation) {
    const { config, clock, stop } = invocation;
    const families = textOption(invocation, 'families')
      ?.split(',')
      .map((one) => one.trim());
    const limit = textOption(invocation, 'limit');
    const baseline = await readBaseline(textOption(invocation, 'baseline'));
    const baselineFile = fileIn(invocation, 'write-baseline', ['.json']);
    const out = fileIn(invocation, 'out', ['.json', '.md']);
    const { client, close } = openAccount(config, { clock });
    try {
      const { withBaseline } = await import('../../app/verify/baseline.ts');
      const { verificationText } = await import('../../app/verify/verification-text.ts');
      const whole = await verifyPlatform(
        config,
        await client(),
        { families, limit: limit === undefined ? undefined : Number(limit), signal: stop },
        clock,
      );
      const outcome = baseline ? withBaseline(whole, baseline) : whole;
      const text = verificationText(outcome);
      if (wantsJson(invocation)) await printJson(outcome);
      else await print(text.trimEnd());
      if (baselineFile !== undefined) await writeResult(baselineFile, whole);
      if (out !== undefined) await writeResult(out, extname(out) === '.md' ? text : outcome);
      return outcome.ok ? 0 : 1;
    } catch (error) {
      if (stop.aborted) return tellInterrupted('visibility-mcp verify (it starts over; nothing was changed)');
      if (!isVisibilityError(error)) throw error;
      await tell(`verify could not run: ${error.message}${error.next === undefined ? '' : ` ${error.next}`}`);
      return exitCodeOf(error);
    } finally {
      await close();
    }
  },
};

async function readBaseline(file: string | undefined): Promise<Baseline | undefined> {
  if (file === undefined) return undefined;
  const { isBaseline } = await import('../../app/verify/baseline.ts');
  const text = fileText('verify: --baseline', file);
  try {
    const document: unknown = JSON.parse(text);
    if (isBaseline(document)) return document;
  } catch {}
  throw new SettingError(`verify: --baseline: ${file} is no file that --write-baseline wrote`);
}

function fileIn(invocation: Invocation, name: string, endings: readonly string[]): string | undefined {
  const file = textOption(invocation, name);
  if (file === undefined) return undefined;
  if (!endings.includes(extname(file)))
    throw new SettingError(`verify: --${name}: a file whose name ends in ${endings.join(' or ')}`);
  return outputFile(`verify: --${name}`, file);
}
