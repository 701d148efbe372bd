import type { Client } from '../client/client.ts';
import { listsOf } from '../server/protocol/lists-of.ts';
import type { Lists } from '../server/protocol/offer.ts';
import { createSurface } from './create-surface.ts';

/** Lists made when the program is built: for a server without toolsets of its own. */
export interface StandardLists {
  readonly full: Lists;
  readonly readOnly: Lists;
}

/**
 * The lists of tools, resources and prompts. Making them loads the catalog and every tool, so the build makes them ahead, and a host that
 * only lists tools gets its answer sooner.
 *
 * @throws where the lists depend on more than `readOnly`: then they cannot be made ahead
 */
export function standardLists(): StandardLists {
  return { full: listsFor(false), readOnly: listsFor(true) };
}

function listsFor(readOnly: boolean): Lists {
  const variants = [
    { sandbox: false, maxWaitSeconds: 45 },
    { sandbox: true, maxWaitSeconds: 7 },
  ].map(({ sandbox, maxWaitSeconds }) =>
    listsOf(
      createSurface(
        noClient,
        { toolsets: [], readOnly, maxWaitSeconds, runs: noRuns },
        { sandbox, redact: (shown) => shown },
      ),
    ),
  );
  const [lists, other] = variants;
  if (!lists || JSON.stringify(lists) !== JSON.stringify(other))
    throw new Error('the standard lists depend on a setting they must not depend on');
  return lists;
}

/** Lists make no calls. */
const noClient = {} as Client;
const noRuns = (): Promise<never> => Promise.reject(new Error('listing runs nothing'));
