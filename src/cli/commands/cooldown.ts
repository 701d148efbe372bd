import { SettingError } from '../../config/setting-error.ts';
import { compose } from '../wiring/compose.ts';
import { jsonOption, wantsJson, type Command } from '../command.ts';
import { note, table } from '../../views/parts/blocks.ts';
import { print, printJson } from '../output/print.ts';
import { show } from '../terminal/show.ts';
import { printErrors } from '../output/print-errors.ts';

export const cooldown: Command = {
  usage: 'cooldown [clear] [--json] [options]',
  about: `Pauses that the platform asked for (Retry-After) and that hold for every process with this token; at most an hour each.
clear ends them: the next call is sent, and the platform may refuse it again.`,
  options: jsonOption,
  takes: 1,
  async run(invocation) {
    const { config, args, clock } = invocation;
    const [action] = args;
    if (action !== undefined && action !== 'clear')
      throw new SettingError(`cooldown: no such action: ${action}; there is clear`);
    const { client, close } = await compose(config, { mustExist: true });
    const json = wantsJson(invocation);
    return printErrors(async () => {
      const records = await client.records();
      if (action === 'clear') {
        const cleared = await records.clearCooldowns();
        return json ? printJson({ cleared }) : print(cleared === 0 ? 'there was none' : `ended: ${cleared}`);
      }
      const cooldowns = (await records.cooldowns()).map(({ bucket, ms }) => ({
        bucket,
        seconds: Math.ceil(ms / 1000),
        ends_at: new Date(clock.now() + ms).toISOString(),
      }));
      if (json) return printJson({ cooldowns });
      const rows = cooldowns.map(({ bucket, seconds, ends_at: end }) => [bucket, `${seconds} s`, end]);
      await show([rows.length === 0 ? note('none') : table(['Bucket', 'Left', 'Ends'], rows, 'Pauses')]);
    }, close);
  },
};
