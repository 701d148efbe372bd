import type { Client } from '../client/client.ts';
import { createPrompts } from '../prompts/index.ts';
import { createResources } from '../resources/index.ts';
import type { Surface } from '../server/offer.ts';
import { createTools, type ToolOptions } from '../tools/index.ts';

/** Tools, resources and prompts of one configuration. */
export const createSurface = (client: Client, options: ToolOptions): Surface => ({
  tools: createTools(client, options),
  resources: createResources(client),
  prompts: createPrompts(),
});
