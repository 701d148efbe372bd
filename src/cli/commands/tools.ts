import { servedConfig } from '../../app/config/one-account.ts';
import { compose } from '../../app/compose.ts';
import type { Command } from '../command/command.ts';
import { printOrShow } from '../output/show.ts';

export const tools: Command = {
  usage: 'tools [--json] [options]',
  about: 'The tools an agent sees; with --json in the form of tools/list.',
  options: {
    json: { says: 'print {"tools": […]}' },
  },
  ofSeveral: true,
  async run(invocation) {
    const { offer, close } = await compose(servedConfig(invocation.config));
    const { tools: listed } = offer.lists.tools;
    const shown = { tools: listed.map(({ name, title }) => ({ name, for: title })) };
    await printOrShow(offer.lists.tools, invocation, shown);
    await close();
    return 0;
  },
};
