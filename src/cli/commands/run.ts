import { outputFile } from '../output/output-file.ts';
import { fileText } from '../../app/config/file-text.ts';
import { SettingError } from '../../base/setting-error.ts';
import { toErrorResult } from '../../tools/results/error-result.ts';
import { checkWithoutPerson } from '../../server/protocol/elicitation/spend-consent.ts';
import type { Grant, ProgramOrder, ResumeOrder, Runs } from '../../programs/index.ts';
import { openAccount } from '../../app/compose.ts';
import { exitOf } from '../../app/secrets-of.ts';
import { type Command, type Invocation, textOption } from '../command/command.ts';
import { exitCodeOf, type Failure } from '../command/exit-code.ts';
import { announceRun } from '../output/follow-run.ts';
import { printJson } from '../output/print.ts';
import { followRun, inShellWords, tellCancelled, tellRun } from '../output/tell-run.ts';
import { isVisibilityError } from '../../client/errors.ts';

export const runProgram: Command = {
  usage: 'run FILE [options]',
  about: `Runs a program: TypeScript or JavaScript, the body of an async function, with platform, input, log, sleep and exit
(docs/code.md). A terminal shows its progress; in a pipe, stdout gets one line of JSON, the result.
Ctrl-C leaves a run that can be resumed.`,
  exitCodes: [0, 1, 2, 3, 4, 5, '64 + n'],
  examples: ['run tidy.ts --input \'{"project": 2}\' --may read,write', 'run brands.ts --max-credits 40 --dry-run'],
  takes: 1,
  options: {
    input: { value: 'JSON|@FILE', says: 'the value of input in the program' },
    may: { value: 'read,write,delete', says: 'effects that its calls may have, default read' },
    'max-credits': { value: 'N', says: 'credits that it may spend, default 0' },
    key: {
      value: 'KEY',
      says: 'your name of the run: starts it, waits for it, resumes it, or gives its result',
    },
    resume: { value: 'ID', says: 'continue a recorded run; FILE may be left out' },
    cancel: { value: 'ID', says: 'end a recorded run; jobs that it paid for continue' },
    out: { value: 'FILE', says: 'write what the program returns into FILE: a text unchanged, anything else as JSON' },
    raw: { says: 'print only what the program returns: a text unchanged, anything else as JSON' },
    progress: { says: 'progress and log as lines of JSON on stderr' },
    'dry-run': { says: 'reads are real; writes and paid calls are only priced and listed' },
  },
  async run(invocation) {
    const { config, args, options, stop } = invocation;
    const cancelled = textOption(invocation, 'cancel');
    const resumed = textOption(invocation, 'resume');
    if (textOption(invocation, 'key') !== undefined && (resumed ?? cancelled) !== undefined)
      throw new SettingError('run: --key already names the run: leave out --resume and --cancel');
    const goal = { out: fileOf(invocation), isRaw: options['raw'] === true };
    const asLines = options['progress'] === true;
    const order = cancelled === undefined ? orderOf(invocation, args[0], resumed) : undefined;
    const { runs, close } = openAccount(config, { outFolder: config.outFolder, runServer: { endsAfterRun: true } });
    const exit = exitOf(config);
    try {
      if (options['dry-run'] === true && order) {
        const { dryRun } = await import('../../tools/runs/dry-run.ts');
        const { structured, plain, isError = false } = await dryRun(await runs(), order);
        const output = exit.redact(plain?.() ?? structured) as Record<string, unknown>;
        await printJson(output);
        return isError ? exitCodeOf(output['error'] as Failure) : 0;
      }
      const service = await runs();
      if (cancelled !== undefined) return await tellCancelled(await service.cancel(cancelled), exit);
      const id = resumed ?? (order && (await begin(service, order, invocation)));
      if (id === undefined) throw new SettingError('run: which program? (run FILE)');
      if (resumed !== undefined) await service.resume(resumed, order && resumedWith(order, invocation));
      return await tellRun(await followRun(service, id, { stop, exit, asLines }), exit, goal);
    } catch (error) {
      if (!isVisibilityError(error)) throw error;
      await printJson(inShellWords(exit.redact(toErrorResult(error).structured)));
      return exitCodeOf(error);
    } finally {
      await close();
    }
  },
};

/** The program and its grants; undefined if a recorded run is resumed without a file. */
function orderOf(
  invocation: Invocation,
  file: string | undefined,
  resumed: string | undefined,
): ProgramOrder | undefined {
  if (file === undefined) {
    if (resumed === undefined) throw new SettingError('run: which program? (run FILE)');
    return undefined;
  }
  const inputText = textOption(invocation, 'input');
  const credits = textOption(invocation, 'max-credits') ?? '0';
  if (!/^\d{1,9}$/.test(credits)) throw new SettingError(`max-credits: "${credits}" is not a whole number`);
  return {
    code: fileText('run', file),
    input: inputText === undefined ? undefined : readInput(inputText),
    may: grantsOf(textOption(invocation, 'may') ?? 'read'),
    maxCredits: Number(credits),
  };
}

/** The input of a program: JSON, or `@FILE` that holds it. */
function readInput(text: string): unknown {
  const json = text.startsWith('@') ? fileText('input', text.slice(1)) : text;
  try {
    return JSON.parse(json) as unknown;
  } catch (error) {
    throw new SettingError(`input: not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The file for the result. Checked before the run, so that a paid result can be written. */
function fileOf(invocation: Invocation): string | undefined {
  const out = textOption(invocation, 'out');
  return out === undefined ? undefined : outputFile('run: --out', out);
}

/** Only the options on the command line: everything else of a resumed run is as recorded. */
function resumedWith({ code, input, may, maxCredits }: ProgramOrder, invocation: Invocation): ResumeOrder {
  const has = (name: string): boolean => textOption(invocation, name) !== undefined;
  return {
    code,
    input: has('input') ? input : undefined,
    may: has('may') ? may : undefined,
    maxCredits: has('max-credits') ? maxCredits : undefined,
  };
}

function grantsOf(text: string): Grant[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => {
      if (one === 'read' || one === 'write' || one === 'delete') return one;
      throw new SettingError(
        `may: "${one}" is not one of read, write, delete${one === 'paid' ? '; --max-credits grants paid calls' : ''}`,
      );
    });
}

/** The id is printed before credits are held for the run, so that the reader can resume or cancel it. */
const begin = (service: Runs, order: ProgramOrder, invocation: Invocation): Promise<string> =>
  service.start(order, {
    key: textOption(invocation, 'key'),
    consent: checkWithoutPerson(invocation.config),
    announce: (id) => announceRun(id, invocation.options['progress'] === true),
  });
