import { SettingError } from '../../config/setting-error.ts';
import { servedConfig } from '../../config/one-account.ts';
import { serve } from '../wiring/serve.ts';
import type { Command } from '../command.ts';
import { table } from '../../views/parts/blocks.ts';
import { printJson } from '../output/print.ts';
import { show } from '../terminal/show.ts';

export const tools: Command = {
  usage: 'tools [--json | --openapi] [options]',
  about:
    "The tools an agent sees; with --json as tools/list gives them. With --openapi, the platform's operations as an OpenAPI 3.1 document.",
  options: {
    json: { says: 'print {"tools": […]}' },
    openapi: { says: 'print the OpenAPI document as JSON' },
  },
  ofSeveral: true,
  async run({ config, options }) {
    if (options['openapi'] && options['json']) throw new SettingError('tools: --json or --openapi, not both');
    if (options['openapi']) {
      const { openapi } = await import('../../catalog/openapi/openapi.ts');
      await printJson(openapi());
      return 0;
    }
    const { offer, close } = await serve(servedConfig(config));
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
