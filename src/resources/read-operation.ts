import type { Client, Reply } from '../client/index.ts';
import type { Clock } from '../base/index.ts';
import { resolveProjectNames } from '../client/names/resolve-project-names.ts';
import { VisibilityError } from '../client/errors.ts';

/**
 * Calls an operation that only reads and is free. Projects may be given by name or domain, as in any call.
 * @throws VisibilityError `wrong_effect` for any other, since a host may read resources without asking anybody.
 */
export async function readOperation(
  client: Client,
  clock: Clock,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Reply> {
  const { findOperation } = await import('../catalog/index.ts');
  const operation = findOperation(name);
  if (!operation)
    throw new VisibilityError('unknown_operation', `There is no operation ${name.slice(0, 60)}.`, {
      outcome: 'not_sent',
    });
  if (operation.effect !== 'read')
    throw new VisibilityError('wrong_effect', `${name} is no free read.`, { outcome: 'not_sent' });
  return client.call(operation, await resolveProjectNames(client, operation, args, clock.now()));
}
