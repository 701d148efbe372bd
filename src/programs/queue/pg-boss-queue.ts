import { PgBoss } from 'pg-boss';
import type { QueuedRun, RunQueue } from './run-failover.ts';

export interface PgBossQueueParts {
  /** A `postgres://` address. */
  readonly address: string;
  /** Equal for servers that continue the same runs. */
  readonly name: string;
  /** Called with errors in the background. */
  readonly onError: (error: unknown) => void;
}

/** Separate from the tables of the state: the library creates and migrates its own. */
const schema = 'visibility_queue';

const maxConnections = 2;

/** Seconds between two checks of a run. */
const checkEvery = 5;

/** Seconds after which a check is repeated if its server died, and seconds between two searches for such checks. */
const checkLasts = 10;
const searchEvery = 5;

/** Maximum runs that one server checks together. */
const batchSize = 50;

/** Seconds after which a run that no server can continue leaves the queue. */
const keptSeconds = 30 * 86_400;

/** A queue in PostgreSQL, by pg-boss. Rejects if the database cannot be reached, or its schema cannot be created. */
export async function openPgBossQueue<Owner extends object | null>({
  address,
  name,
  onError,
}: PgBossQueueParts): Promise<RunQueue<Owner>> {
  const boss = new PgBoss({
    connectionString: address,
    schema,
    max: maxConnections,
    application_name: 'visibility-mcp runs',
    schedule: false,
    superviseIntervalSeconds: searchEvery,
    monitorIntervalSeconds: searchEvery,
  });
  boss.on('error', onError);
  const close = (): Promise<void> => boss.stop({ graceful: false });
  try {
    await boss.start();
    const options = {
      retryLimit: 2 ** 30,
      retryDelay: checkEvery,
      expireInSeconds: checkLasts,
      retentionSeconds: keptSeconds,
      deleteAfterSeconds: 3_600,
    };
    await boss.createQueue(name, options);
    // Updated because a queue created by an earlier version would otherwise keep its options.
    await boss.updateQueue(name, options);
  } catch (error) {
    await close().catch(onError);
    throw error;
  }
  return {
    add: async (run, owner) => void (await boss.send(name, { run, owner }, { startAfter: checkEvery })),
    async due() {
      const jobs = await boss.fetch<Pick<QueuedRun<Owner>, 'run' | 'owner'>>(name, {
        batchSize,
        includeMetadata: true,
      });
      return jobs.map(({ id, data, createdOn }) => ({ id, ...data, addedAt: createdOn.getTime() }));
    },
    done: async (id) => void (await boss.complete(name, id)),
    // A check of an unfinished run counts as failed, so that the queue repeats it.
    later: async (id) => void (await boss.fail(name, id)),
    close,
  };
}
