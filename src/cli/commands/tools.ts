import { servedConfig } from '../../app/config/one-account.ts';
import { compose } from '../../app/compose.ts';
import type { Command } from '../command/command.ts';
import { table } from '../../reports/views/parts/blocks.ts';
import { printJson } from '../output/print.ts';
import { show } from '../output/show.ts';

export const tools: Command = {
  usage: 'tools [--json] [options]',
  about: 'The tools an agent sees; with --json as tools/list gives them.',
  options: {
    json: { says: 'print {"tools": […]}' },
  },
  ofSeveral: true,
  async run({ config, options }) {
    const { offer, close } = await compose(servedConfig(config));
    const { tools: listed } = offer.lists.tools;
    await (options['json']
      ? printJson(offer.lists.tools)
      : show([
          table(
            ['Tool', 'For'],
            listed.map(({ name, title }) => [name, title ?? '']),
            'Tools',
          ),
        ]));
    await close();
    return 0;
  },
};
