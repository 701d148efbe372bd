import type { Client } from '../client/client.ts';
import type { Config } from '../config.ts';
import type { Offer } from '../server/offer.ts';
import { createPrompts } from '../prompts/index.ts';
import { createResources } from '../resources/index.ts';
import { createTools } from '../tools/index.ts';
import { instructions } from '../tools/instructions.ts';
import { lazyClient } from './lazy-client.ts';
import { version } from './version.ts';

export interface Composition {
  readonly client: Client;
  readonly offer: Offer;
  /** Told about errors nobody else sees. */
  readonly onDefect: (error: unknown) => void;
  /** Ends what was opened: the client, its state, the embedded platform. */
  close(): Promise<void>;
}

/**
 * Puts the program together from its parts, as configured. Opens nothing: client, state and the
 * embedded platform are loaded by the first call that needs them.
 *
 * @throws SettingError for a toolset that names no family
 */
export async function compose(config: Config): Promise<Composition> {
  const { toolsets, readOnly, maxWaitSeconds } = config;
  await checkToolsets(toolsets);
  const client = lazyClient(async () => (await import('./open-client.ts')).openClient(config));
  const sandbox = config.platform.kind === 'sandbox';
  const budget = config.budget.map(({ credits, window }) => `${credits}/${window}`).join(',') || undefined;
  return {
    client,
    offer: {
      tools: createTools(client, { toolsets, readOnly, sandbox, maxWaitSeconds }),
      resources: createResources(client),
      prompts: createPrompts(),
      instructions: instructions({ sandbox, budget, readOnly }),
      version,
    },
    onDefect: (error) => void reportDefect(config, error),
    close: () => client.close(),
  };
}

async function checkToolsets(toolsets: Config['toolsets']): Promise<void> {
  if (toolsets === 'all' || toolsets.length === 0) return;
  const [{ families, findFamily }, { nearest }, { SettingError }] = await Promise.all([
    import('../catalog/index.ts'),
    import('../config/nearest.ts'),
    import('../config/setting-error.ts'),
  ]);
  const unknown = toolsets.find((name) => !findFamily(name));
  if (unknown === undefined) return;
  const meant = nearest(unknown, families.map(({ name }) => name));
  throw new SettingError(`toolsets: no family ${unknown}${meant ? `; did you mean ${meant}?` : ' (visibility-mcp call find_operations lists them)'}`);
}

async function reportDefect(config: Config, error: unknown): Promise<void> {
  const [{ createLog }, { secretsOf }] = await Promise.all([import('./log.ts'), import('./secrets-of.ts')]);
  createLog(config.logLevel, secretsOf(config)).error({ err: error }, 'defect');
}
