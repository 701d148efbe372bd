import type { Client } from '../../../client/client.ts';
import { isVisibilityError } from '../../../client/errors/visibility-error.ts';
import type { Reply } from '../../../client/call/reply.ts';
import type { Fields } from '../../projection/records.ts';
import type { ToolContext } from '../../tool.ts';
import { read } from './read.ts';

/** The parts of a report that are there, and of the others why they are not. */
export interface Parts<Name extends string> {
  readonly found: Partial<Record<Name, Reply>>;
  readonly missing: Partial<Record<Name, string>>;
}

/**
 * Several free reads at once. What the platform refuses (no run yet, not for this plan) leaves a gap in
 * the report and does not cost its reader the rest; a bad token or no platform at all does.
 */
export async function readParts<Name extends string>(
  client: Client,
  wanted: Readonly<Record<Name, readonly [operation: string, given: Fields]>>,
  context: Pick<ToolContext, 'signal'>,
): Promise<Parts<Name>> {
  const found: Partial<Record<Name, Reply>> = {};
  const missing: Partial<Record<Name, string>> = {};
  const one = async (name: Name): Promise<void> => {
    const [operation, given] = wanted[name];
    try {
      found[name] = await read(client, operation, given, context);
    } catch (error) {
      if (!isVisibilityError(error) || error.status === undefined || error.status === 401) throw error;
      missing[name] = error.message;
    }
  };
  await Promise.all((Object.keys(wanted) as Name[]).map(one));
  return { found, missing };
}
