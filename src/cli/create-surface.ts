import type { Client } from '../client/client.ts';
import { createPrompts } from '../prompts/index.ts';
import { createResources } from '../resources/index.ts';
import { markSandbox } from '../resources/mark-sandbox.ts';
import type { Surface } from '../server/handlers/offer.ts';
import { createTools, type ToolOptions } from '../tools/index.ts';

/** Tools, resources and prompts of one configuration. */
export const createSurface = (client: Client, options: ToolOptions): Surface => ({
  tools: createTools(client, options),
  resources: options.sandbox ? markSandbox(createResources(client)) : createResources(client),
  sandbox: options.sandbox,
  prompts: createPrompts(),
});
