import { writeFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import type { Client } from '../../client/client.ts';
import { keptFileScheme } from '../../client/files/kept-files.ts';
import type { ToolResult } from '../../tools/tool.ts';
import { didYouMean } from '../../nearest.ts';
import { SettingError } from '../../config/setting-error.ts';
import { checkWithoutPerson } from '../../server/elicitation/spend-consent.ts';
import { acknowledgeAll } from '../../server/handlers/pending-acknowledgements.ts';
import type { AcknowledgeDelivery } from '../../client/call/reply.ts';
import { compose } from '../wiring/compose.ts';
import type { Command } from '../command.ts';
import { exitCodeOf, type Failure } from '../exit-code.ts';
import { printJson } from '../output/print.ts';
import { asArgument } from '../output/as-commands.ts';
import { inShellWords, tellInterrupted } from '../output/tell-run.ts';
import { resultDocument } from '../output/result-document.ts';
import { readCallOf } from '../../tools/read-call.ts';
import { runTool } from '../../tools/run-tool.ts';
import { steadyProgress } from '../../tools/steady-progress.ts';
import { liveProgress } from '../terminal/live-progress.ts';
import { show } from '../terminal/show.ts';

export const call: Command = {
  usage: "call <tool> ['{…}' | -] [options]",
  about: `Calls one tool and prints its result: as JSON, or on a terminal as a person reads it. Arguments are a JSON object, given as text or, with -, on stdin.
Exit code 0; 1 where the platform failed; 2 for a call that does not fit; 3 where a limit refused it; 4 where it may succeed later; 5 where
it was interrupted. Nobody is asked for consent here:
what VISIBILITY_CONFIRM_ABOVE holds back needs --unattended. Arguments may name files in the current folder and in --files.`,
  takes: 2,
  options: {
    json: { type: 'boolean', says: 'print JSON, on a terminal too' },
    save: { type: 'string', value: 'FILE', says: 'write the file that the platform answers with' },
  },
  async run({ config, args, options, stop }) {
    const [name, json = '{}'] = args;
    if (name === undefined) throw new SettingError('call: which tool? (visibility-mcp tools lists them)');
    const input = parseInput(json === '-' ? await readAll(process.stdin) : json);
    const { client, offer, close } = await compose(config, { outFolder: config.outFolder });
    try {
      const { tools, exit } = await offer.surface();
      const tool = tools.find((candidate) => candidate.name === name);
      if (!tool) {
        const names = tools.map((candidate) => candidate.name);
        throw new SettingError(`call: no tool ${name}${didYouMean(name, names, ' (visibility-mcp tools lists them)')}`);
      }
      const ends: AcknowledgeDelivery[] = [];
      const deferAcknowledgement = async (end: AcknowledgeDelivery): Promise<void> => void ends.push(end);
      const live = await liveProgress(process.stderr);
      const context = {
        signal: stop,
        onProgress: steadyProgress((progress, message) => live.show({ progress, message })).report,
        files: { folders: [process.cwd(), ...config.files] },
        consent: checkWithoutPerson(config),
        deferAcknowledgement,
      };
      const result = await runTool(await readCallOf(tool, input), context, exit).finally(live.end);
      const forPerson = process.stdout.isTTY && options['json'] !== true;
      const output = inShellWords(result.plain?.() ?? result.structured);
      await (forPerson ? show(await resultDocument(tool, { ...result, structured: output })) : printJson(output));
      const isSaved = typeof options['save'] !== 'string' || (await saveFile(client, result, options['save']));
      await acknowledgeAll(ends, true);
      if (!result.isError) return isSaved ? 0 : 1;
      if (!stop.aborted) return exitCodeOf(output['error'] as Failure);
      return tellInterrupted(`visibility-mcp call ${name} ${asArgument(json)} (it waits for what was started)`);
    } finally {
      await close();
    }
  },
};

/** Writes the file of a result, as it came. False where the result has none, which stderr says. */
async function saveFile(client: Client, { link }: ToolResult, path: string): Promise<boolean> {
  const id = link?.uri.startsWith(keptFileScheme) ? link.uri.slice(keptFileScheme.length) : undefined;
  if (id !== undefined) await writeFile(path, (await client.keptFile(id)).body);
  process.stderr.write(
    id === undefined
      ? `visibility-mcp: ${path} was not written: the result is no file\n`
      : `visibility-mcp: wrote ${path}\n`,
  );
  return id !== undefined;
}

function parseInput(json: string): unknown {
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
