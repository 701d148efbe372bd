import { writeFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import type { Config } from '../../app/index.ts';
import { keptFileScheme } from '../../client/calls/kept-files.ts';
import { accountUri } from '../../tools/accounts/in-account.ts';
import type { Tool, ToolResult } from '../../tools/index.ts';
import { didYouMean } from '../../base/text/nearest.ts';
import { SettingError } from '../../base/setting-error.ts';
import { checkWithoutPerson } from '../../server/protocol/elicitation/spend-consent.ts';
import { acknowledgeAll } from '../../server/protocol/pending-acknowledgements.ts';
import type { AcknowledgeDelivery } from '../../client/index.ts';
import { compose, type Composition } from '../../app/compose.ts';
import { wantsJson, type Command } from '../command/command.ts';
import { exitCodeOf, type Failure } from '../command/exit-code.ts';
import { printJson, tell } from '../output/print.ts';
import { asArgument } from '../output/as-commands.ts';
import { inShellWords, tellInterrupted } from '../output/tell-run.ts';
import { outputFile } from '../output/output-file.ts';
import { resultDocument } from '../output/result-document.ts';
import type { Separator } from '../../programs/index.ts';
import { tableEndingOf } from '../../programs/platform/saving/save-rows.ts';
import { readCallOf } from '../../tools/definition/read-call.ts';
import { runTool } from '../../tools/results/run-tool.ts';
import { steadyProgress } from '../../tools/definition/steady-progress.ts';
import { liveProgress } from '../terminal/live-progress.ts';
import { show } from '../output/show.ts';

export const call: Command = {
  usage: "call <tool> ['{…}' | -] [options]",
  about: `Calls one tool and prints its result: as JSON, or on a terminal as text. Arguments are a JSON object, given as text or, with -, on stdin.
This command cannot ask for approval. Add --unattended to allow calls above VISIBILITY_CONFIRM_ABOVE. Arguments may name files in the current folder and in --files.`,
  exitCodes: [0, 1, 2, 3, 4, 5],
  takes: 2,
  options: {
    json: { says: 'print JSON, on a terminal too' },
    save: {
      value: 'FILE',
      says: 'write the file that the platform answers with, or a list with all its pages: .csv, .json',
    },
    'csv-separator': {
      value: ';',
      says: 'separator of the cells of a saved list: , or ; (with decimal commas)',
    },
  },
  ofSeveral: true,
  async run({ config, args, options, stop }) {
    const [name, json = '{}'] = args;
    const { save } = options;
    if (typeof save === 'string') outputFile('call: --save', save);
    const csvSeparator = separatorOf(options['csv-separator']);
    if (name === undefined) throw new SettingError('call: which tool? (visibility-mcp tools lists them)');
    const input = parseInput(json === '-' ? await readAll(process.stdin) : json);
    const { offer, of, close } = await compose(config, {
      outFolder: config.outFolder,
      runServer: { endsAfterRun: true },
    });
    try {
      const { tools, exit } = await offer.surface();
      const tool = tools.find((candidate) => candidate.name === name);
      if (!tool) {
        const names = tools.map((candidate) => candidate.name);
        throw new SettingError(`call: no tool ${name}${didYouMean(name, names, ' (visibility-mcp tools lists them)')}`);
      }
      const acknowledgements: AcknowledgeDelivery[] = [];
      const deferAcknowledgement = async (one: AcknowledgeDelivery): Promise<void> => void acknowledgements.push(one);
      const live = liveProgress(process.stderr);
      const context = {
        signal: stop,
        onProgress: steadyProgress((progress, message) => live.show({ percent: progress, message })).report,
        files: { folders: [process.cwd(), ...config.files] },
        consent: checkWithoutPerson(config),
        deferAcknowledgement,
        waitsUntilDone: true as const,
        csvSeparator,
      };
      const chosenInput = inChosen(tool, input, config);
      const order = await readCallOf(tool, name === 'call_read' ? savingTo(save, chosenInput) : chosenInput);
      const result = await runTool(order, context, exit).finally(live.end);
      const forPerson = process.stdout.isTTY && !wantsJson({ options });
      const output = inShellWords(result.plain?.() ?? result.structured);
      const jobId = (output['job'] as { readonly job_id?: unknown } | undefined)?.job_id;
      const kept = jobId === undefined ? undefined : `${jobId} has the result: visibility-mcp jobs wait ${jobId}`;
      await (forPerson
        ? show(await resultDocument(tool, { ...result, structured: output }), kept)
        : printJson(output, kept));
      const isSaved = typeof save !== 'string' || (await saveFile(of, result, save));
      await acknowledgeAll(acknowledgements, true);
      if (!result.isError) return isSaved && !isNotWritten(result) ? 0 : 1;
      if (!stop.aborted) return exitCodeOf(output['error'] as Failure);
      return tellInterrupted(`visibility-mcp call ${name} ${asArgument(json)} (it waits for what was started)`);
    } finally {
      await close();
    }
  },
};

function separatorOf(given: unknown): Separator | undefined {
  if (given === undefined || given === ',' || given === ';') return given;
  throw new SettingError('call: --csv-separator is , or ;');
}

/** The arguments of a read whose list is saved to a file: the extension of its name decides the format. */
function savingTo(path: unknown, input: object): object {
  const save = typeof path === 'string' ? tableEndingOf(path) : undefined;
  return save === undefined ? input : { save, ...input };
}

/** Whether the file of a result could not be written into the folder of `--out-folder`. */
const isNotWritten = ({ structured }: ToolResult): boolean =>
  (structured['file'] as { readonly not_written?: unknown } | undefined)?.not_written !== undefined;

/** Writes the file of a result unchanged. If there is none, or it cannot be written, prints a line on stderr and returns false. */
async function saveFile(of: Composition['of'], { link, structured }: ToolResult, path: string): Promise<boolean> {
  const { account } = structured as { readonly account?: string };
  const scheme = account === undefined ? keptFileScheme : keptFileScheme.replace('visibility://', accountUri(account));
  const id = link?.uri.startsWith(scheme) ? link.uri.slice(scheme.length) : undefined;
  if (id === undefined) {
    await tell(`visibility-mcp: ${path} was not written: the result is no file`);
    return false;
  }
  const { body } = await (await of(account).client()).keptFile(id);
  try {
    await writeFile(path, body);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed';
    await tell(`visibility-mcp: ${path} was not written (${code}); ${link?.uri} keeps it for a day`);
    return false;
  }
  await tell(`visibility-mcp: wrote ${path}`);
  return true;
}

/** Adds the account of `--account` to arguments that name none. */
const inChosen = ({ inputSchema }: Tool, input: object, { accounts }: Config): object => {
  const { properties = {} } = inputSchema as { readonly properties?: object | undefined };
  return accounts?.chosen !== undefined && 'account' in properties ? { account: accounts.chosen, ...input } : input;
};

function parseInput(json: string): object {
  let input: unknown;
  try {
    input = JSON.parse(json);
  } catch (error) {
    throw new SettingError(
      `call: the arguments are not JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new SettingError('call: the arguments must be a JSON object');
  return input;
}
