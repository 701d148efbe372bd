import type { Client } from '../client/index.ts';
import { listsOf } from '../server/protocol/lists-of.ts';
import type { Lists } from '../server/index.ts';
import { createSurface } from './create-surface.ts';

/** Lists made when the program is built, for a server without toolsets. */
export interface StandardLists {
  readonly full: Lists;
  readonly readOnly: Lists;
}

/** The lists of a server. The build makes them, so that a host that only lists tools loads no catalog. */
export const standardLists = (): StandardLists => ({ full: listsFor(false), readOnly: listsFor(true) });

/** Lists make no calls, and are the same for every platform. */
function listsFor(readOnly: boolean): Lists {
  const runs = (): Promise<never> => Promise.reject(new Error('listing runs nothing'));
  const tools = { toolsets: [], readOnly, maxWaitSeconds: undefined, runs };
  return listsOf(createSurface({} as Client, tools, { sandbox: false, redact: (shown) => shown }));
}
