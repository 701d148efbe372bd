import type { Clock } from '../../base/clock.ts';
import { StateUnavailable } from '../sql/state-unavailable.ts';
import { PostgresDatabase } from './database.ts';

/**
 * Opens the store in a PostgreSQL database, for a fleet of machines. `address` is a `postgres://` URL.
 * Rejects with `StateUnavailable` if it cannot be used, or `mustExist` and its tables are not there.
 * On another machine it is reached over TLS, unless the address says `sslmode=disable`.
 */
export async function openPostgres(address: string, clock: Clock, mustExist: boolean): Promise<PostgresDatabase> {
  refuseOpenLine(address);
  const db = new PostgresDatabase(address, clock);
  try {
    await db.prepare(mustExist);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Refuses an unencrypted connection to another machine, unless the operator asks for it: spending and jobs travel over it. */
function refuseOpenLine(address: string): void {
  const url = URL.parse(address);
  if (!url) return;
  const host = url.searchParams.get('host') ?? url.hostname.replace(/^\[|\]$/g, '');
  const isNear =
    host === '' || host.startsWith('/') || host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
  if (isNear || sslModes.has(url.searchParams.get('sslmode') ?? '')) return;
  throw new StateUnavailable(
    `the state database cannot be used: ${host} is another machine, and its address does not ask for encryption; add ?sslmode=verify-full to it, or ?sslmode=disable if nobody else can listen on the way`,
  );
}

/** The modes that decide about encryption. `prefer` and `allow` are none: they go on without it where the server offers none. */
const sslModes: ReadonlySet<string> = new Set(['require', 'verify-ca', 'verify-full', 'disable']);
