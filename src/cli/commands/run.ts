import { readFile } from 'node:fs/promises';
import { systemClock } from '../../clock.ts';
import { parseInput } from '../read-json-option.ts';
import type { Config } from '../../config/config.ts';
import { sandboxResult } from '../../tools/results/mark-sandbox.ts';
import { SettingError } from '../../config/setting-error.ts';
import { runResult } from '../../tools/runs/run-result.ts';
import { toErrorResult } from '../../tools/results/error-result.ts';
import { createSpendConsent } from '../../server/elicitation/spend-consent.ts';
import type { Grant, ProgramOrder, Runs, RunView } from '../../runs/runs.ts';
import type { RunProgress } from '../../runs/execution.ts';
import { isVisibilityError } from '../../client/errors/visibility-error.ts';
import { compose } from '../compose.ts';
import { type Command, type Invocation, textOption } from '../command.ts';
import { print } from '../print.ts';

/** Milliseconds for which a run is waited for; it ends itself before that. */
const forever = 2_000_000_000;

export const runProgram: Command = {
  usage: 'run FILE [options]',
  about: `Runs a program: TypeScript or JavaScript, the body of an async function, with platform, input, log and sleep
(docs/code.md). On a terminal its progress is shown; in a pipe each line is JSON, and the last one is the result.
Ctrl-C leaves a run that can be resumed. Exit code 0; 1 where the result is an error or the run was interrupted.`,
  examples: ['run tidy.ts --input \'{"project": 2}\' --may read,write', 'run brands.ts --max-credits 40 --dry-run'],
  takes: 1,
  options: {
    input: { type: 'string', value: 'JSON|@FILE', says: 'what the program finds as input' },
    may: { type: 'string', value: 'read,write,delete', says: 'effects that its calls may have, default read' },
    'max-credits': { type: 'string', value: 'N', says: 'credits that it may spend, default 0' },
    resume: { type: 'string', value: 'ID', says: 'carry on a run on record; FILE may be left out' },
    cancel: { type: 'string', value: 'ID', says: 'end a run on record; jobs that it paid for go on' },
    'dry-run': { type: 'boolean', says: 'reads are real; writes and paid calls are only priced and listed' },
  },
  async run(invocation) {
    const { config, args, options, stop } = invocation;
    const cancelled = textOption(invocation, 'cancel');
    const resumed = textOption(invocation, 'resume');
    const order = cancelled === undefined ? await orderOf(invocation, args[0], resumed) : undefined;
    const { client, runs, close } = await compose(config);
    try {
      if (options['dry-run'] === true && order) {
        const { dryRun } = await import('../dry-run.ts');
        const { result, isError } = await dryRun(client, config, order);
        await print(JSON.stringify(result));
        return isError ? 1 : 0;
      }
      const service = await runs();
      if (cancelled !== undefined) return await tell(await service.cancel(cancelled), config);
      const id = resumed ?? (order && (await begin(service, order, invocation)));
      if (id === undefined) throw new SettingError('run: which program? (run FILE)');
      if (resumed !== undefined) await service.resume(resumed, order?.code);
      return await tell(await followed(service, id, stop), config);
    } catch (error) {
      if (!isVisibilityError(error)) throw error;
      await print(JSON.stringify(toErrorResult(error).structured));
      return 1;
    } finally {
      await close();
    }
  },
};

/** The program and its grants; nothing where a run is resumed as it is on record. */
async function orderOf(
  invocation: Invocation,
  file: string | undefined,
  resumed: string | undefined,
): Promise<ProgramOrder | undefined> {
  if (file === undefined) {
    if (resumed === undefined) throw new SettingError('run: which program? (run FILE)');
    return undefined;
  }
  const code = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SettingError(`run: cannot read ${file} (${error.code ?? 'unreadable'})`);
  });
  const given = textOption(invocation, 'input');
  const credits = textOption(invocation, 'max-credits') ?? '0';
  if (!/^\d{1,9}$/.test(credits)) throw new SettingError(`max-credits: "${credits}" is not a whole number`);
  return {
    code,
    ...(given === undefined ? {} : { input: await parseInput('input', given) }),
    may: grantsOf(textOption(invocation, 'may') ?? 'read'),
    maxCredits: Number(credits),
  };
}

function grantsOf(text: string): Grant[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => {
      if (one === 'read' || one === 'write' || one === 'delete') return one;
      throw new SettingError(`may: "${one}" is not one of read, write, delete`);
    });
}

const begin = (service: Runs, order: ProgramOrder, { config }: Invocation): Promise<string> =>
  service.start(order, { consent: createSpendConsent(config, systemClock).checkWithoutPerson });

/** Waits for the run, showing its progress and its log as they come; until it has ended, or the process is asked to leave. */
async function followed(service: Runs, id: string, stop: AbortSignal): Promise<RunView> {
  const isTerminal = process.stdout.isTTY;
  let logged = 0;
  const show = ({ done, underWay, charged, message }: RunProgress, log: readonly string[]): void => {
    const fresh = log.slice(logged);
    logged += fresh.length;
    if (isTerminal) {
      for (const line of fresh) process.stderr.write(`\r\u001B[K${line}\n`);
      process.stderr.write(`\r\u001B[K${message.slice(0, (process.stderr.columns ?? 80) - 1)}`);
      return;
    }
    for (const line of fresh) process.stdout.write(`${JSON.stringify({ log: line })}\n`);
    process.stdout.write(
      `${JSON.stringify({ progress: { run_id: id, done, under_way: underWay, charged, message } })}\n`,
    );
  };
  try {
    await service.wait(id, forever, stop, (progress) => show(progress, service.logOf(id)));
  } finally {
    if (isTerminal) process.stderr.write('\r\u001B[K');
  }
  if (stop.aborted) await service.close();
  return service.look(id);
}

async function tell(view: RunView, { platform }: Config): Promise<0 | 1> {
  const result = runResult(view);
  const { structured, isError } = platform.kind === 'sandbox' ? sandboxResult(result) : result;
  const isInterrupted = view.state === 'interrupted' || view.state === 'running';
  const next = `visibility-mcp run --resume ${view.run.id}`;
  if (isInterrupted) process.stderr.write(`Interrupted. With the same settings, this goes on: ${next}\n`);
  const told = isInterrupted ? { ...structured, next } : structured;
  await print(process.stdout.isTTY ? JSON.stringify(told, null, 2) : JSON.stringify(told));
  return isError || isInterrupted ? 1 : 0;
}
