import { randomBytes } from 'node:crypto';
import type { Scope } from '../../mcp/support/scope.ts';
import { relay } from '../../support/network/relay.ts';
import { asAdministrator } from '../../support/state/schemas.ts';
import { freshStore } from '../../support/state/store.ts';

/** An empty store on PostgreSQL that can fail without harm to the stores of other tests. */
export interface FaultyDatabase {
  /** As `--state` takes it, for the processes that see the faults. */
  readonly address: string;
  /** The same store without the faults. */
  readonly location: string;
  /** Ends all connections and takes no more until `mend`. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Whether new connections take writes. Those that are open stay as they are, as those to a former primary do. */
  takeWrites(whether: boolean): Promise<void>;
}

/** The store is gone at the end of the test. */
export async function faultyDatabase(scope: Scope): Promise<FaultyDatabase> {
  const store = await freshStore('postgres');
  const role = `failover_${randomBytes(4).toString('hex')}`;
  const address = new URL(store.location);
  await asAdministrator((client) =>
    // The queue of the programs is shared by all stores of a database. Whoever comes first makes it, and must not own it: it
    // would be gone with this role.
    client.query(
      `CREATE ROLE ${role} LOGIN IN ROLE CURRENT_USER;
       DO $$ BEGIN EXECUTE format('ALTER ROLE ${role} SET role TO %I', current_user); END $$`,
    ),
  );
  address.username = role;
  const line = await relay(address.href);
  scope.onTestFinished(async () => {
    await line[Symbol.asyncDispose]();
    await asAdministrator((client) => client.query(`DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}`));
    await store[Symbol.asyncDispose]();
  });
  return {
    address: line.address,
    location: store.location,
    cut: () => line.cut(),
    mend: () => line.mend(),
    takeWrites: async (whether) => {
      await asAdministrator((client) =>
        client.query(
          whether
            ? `ALTER ROLE ${role} RESET default_transaction_read_only`
            : `ALTER ROLE ${role} SET default_transaction_read_only = on`,
        ),
      );
    },
  };
}
