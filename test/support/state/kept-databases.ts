import { EventEmitter } from 'node:events';
import { systemClock, type Clock } from '../../../src/base/clock.ts';
import { PostgresDatabase } from '../../../src/state/postgres/database.ts';
import type { Database } from '../../../src/state/sql/database.ts';
import { ChangeNotifications } from '../../../src/state/change-notifications.ts';
import { createState } from '../../../src/state/state.ts';
import { StateClosed } from '../../../src/state/sql/state-unavailable.ts';
import type { State } from '../../../src/state/state.ts';

/** A database and what the state in use brings: the database itself is opened once. */
interface Kept {
  readonly database: PostgresDatabase;
  clock: Clock;
}

/** Databases of a schema that are kept open. Each has up to four connections, of the hundred that the server has for all tests. */
const maxKept = 1;

/** Of all states with a steered clock: their waiters do not look whether other processes have written. */
export const changesOfAll = new EventEmitter();

/** Databases that outlast the tests which use them: new connections cost the server more than most tests. */
export class KeptDatabases {
  readonly #location: string;
  readonly #free: Kept[] = [];
  readonly #closed: Kept[] = [];

  constructor(location: string) {
    this.#location = location;
  }

  async makeTables(): Promise<void> {
    this.#free.push(await this.#connect());
  }

  /** A state of its own, which remembers nothing of others. Until `reuse`, no other state gets the connections it had. */
  async open(clock: Clock): Promise<State> {
    const kept = this.#free.pop() ?? (await this.#connect());
    kept.clock = clock;
    const database = this.#lent(kept);
    const changes = new ChangeNotifications(clock, { lookEveryMs: Infinity, changes: changesOfAll });
    return createState({ entries: database, clock, changes });
  }

  /** The test is over: what it closed may be used again. */
  async reuse(): Promise<void> {
    this.#free.push(...this.#closed.splice(0));
    await Promise.all(this.#free.splice(maxKept).map(({ database }) => database.close()));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#free.splice(0), ...this.#closed.splice(0)].map(({ database }) => database.close()));
  }

  async #connect(): Promise<Kept> {
    let kept: Kept | undefined;
    const current = (): Clock => kept?.clock ?? systemClock;
    const clock: Clock = {
      now: () => current().now(),
      steady: () => current().steady(),
      sleep: (...given) => current().sleep(...given),
    };
    return (kept = { database: await PostgresDatabase.open(this.#location, clock), clock: systemClock });
  }

  #lent(kept: Kept): Database {
    const { database } = kept;
    const underWay = new Set<Promise<unknown>>();
    let isOpen = true;
    return {
      key: database.key,
      async transaction(lock, steps) {
        if (!isOpen) throw new StateClosed();
        const work = database.transaction(lock, steps);
        underWay.add(work);
        try {
          return await work;
        } finally {
          underWay.delete(work);
        }
      },
      backup: () => database.backup(),
      check: () => database.check(),
      close: async () => {
        if (!isOpen) return;
        isOpen = false;
        await Promise.allSettled(underWay);
        if (this.#closed.length < maxKept) this.#closed.push(kept);
        else await database.close();
      },
    };
  }
}
