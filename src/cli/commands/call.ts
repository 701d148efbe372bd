import { text as readAll } from 'node:stream/consumers';
import { nearest } from '../../nearest.ts';
import { SettingError } from '../../config/setting-error.ts';
import { checkWithoutPerson } from '../../server/elicitation/spend-consent.ts';
import { acknowledgeAll } from '../../server/handlers/pending-acknowledgements.ts';
import type { AcknowledgeDelivery } from '../../client/call/reply.ts';
import { compose } from '../wiring/compose.ts';
import type { Command } from '../command.ts';
import { print } from '../output/print.ts';
import { resultDocument } from '../output/result-document.ts';
import { steadyProgress } from '../../tools/steady-progress.ts';
import { liveProgress } from '../terminal/live-progress.ts';
import { show } from '../terminal/show.ts';

export const call: Command = {
  usage: "call <tool> ['{…}' | -] [options]",
  about: `Calls one tool and prints its result: as JSON, or on a terminal as a person reads it. Arguments are a JSON object, given as text or, with -, on stdin.
Exit code 0; 1 where the result is an error; 2 where the call could not be made. Nobody is asked for consent here:
what VISIBILITY_CONFIRM_ABOVE holds back needs --unattended. Arguments may name files in the current folder and in --files.`,
  takes: 2,
  options: { json: { type: 'boolean', says: 'print JSON, on a terminal too' } },
  async run({ config, args, options, stop }) {
    const [name, json = '{}'] = args;
    if (name === undefined) throw new SettingError('call: which tool? (visibility-mcp tools lists them)');
    const input = parseInput(json === '-' ? await readAll(process.stdin) : json);
    const { offer, close } = await compose(config);
    try {
      const { tools } = await offer.surface();
      const tool = tools.find((candidate) => candidate.name === name);
      if (!tool) {
        const [meant] = nearest(
          name,
          tools.map((candidate) => candidate.name),
          1,
        );
        throw new SettingError(
          `call: no tool ${name}${meant ? `; did you mean ${meant}?` : ' (visibility-mcp tools lists them)'}`,
        );
      }
      const ends: AcknowledgeDelivery[] = [];
      const deferAcknowledgement = async (end: AcknowledgeDelivery): Promise<void> => void ends.push(end);
      const live = await liveProgress(process.stderr);
      const result = await tool
        .run(input, {
          signal: stop,
          progress: steadyProgress((progress, message) => live.show({ progress, message })).report,
          files: { folders: [process.cwd(), ...config.files] },
          consent: checkWithoutPerson(config),
          deferAcknowledgement,
        })
        .finally(live.end);
      const forPerson = process.stdout.isTTY && options['json'] !== true;
      await (forPerson ? show(await resultDocument(tool, result)) : print(JSON.stringify(result.structured)));
      await acknowledgeAll(ends, true);
      return result.isError ? 1 : 0;
    } finally {
      await close();
    }
  },
};

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
