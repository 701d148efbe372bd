import type { Operation } from '../../src/catalog/vocabulary/index.ts';
import { own } from './handler-call.ts';
import type { Kind } from './documents.ts';
import type { Caller } from './tokens.ts';
import type { World } from './world.ts';

/**
 * Refuses a request whose first path parameter names a missing document or one of another team. It comes before validation: a
 * caller without access to a project gets 403 or 404, whatever else the request contains.
 */
export function authorizePathResource(
  world: World,
  kinds: ReadonlyMap<string, Kind<object>>,
  operation: Operation,
  caller: Caller,
  values: Readonly<Record<string, string>>,
): void {
  const [, segment = '', parameter = ''] = operation.path.split('/');
  const kind = parameter.startsWith('{') ? kinds.get(segment) : undefined;
  const id = values[operation.params[0] ?? ''] ?? '';
  // Validation refuses anything else, since it is not an identifier.
  if (kind && /^[1-9]\d{0,14}$/.test(id)) own(world, operation, caller, kind, Number(id), {});
}
