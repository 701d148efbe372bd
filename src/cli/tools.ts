import { compose } from './compose.ts';
import type { Command } from './command.ts';
import { print, table } from './print.ts';

export const tools: Command = {
  usage: 'tools [--json] [options]',
  about: 'The tools an agent sees; with --json as tools/list gives them.',
  options: { json: { type: 'boolean', says: 'print {"tools": […]}' } },
  async run({ config, options }) {
    const { offer, close } = await compose(config);
    const { tools: listed } = offer.lists.tools;
    await print(options['json'] ? JSON.stringify(offer.lists.tools) : table(listed.map(({ name, title }) => [name, title ?? ''])));
    await close();
    return 0;
  },
};
