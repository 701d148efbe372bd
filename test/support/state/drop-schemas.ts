import { randomBytes } from 'node:crypto';
import { asAdministrator, postgresServer, runName } from './schemas.ts';

/** Names this run of the tests, and drops at its end the schemas that it kept for its next test, or that killed tests left. */
export function setup(): (() => Promise<void>) | undefined {
  if (!postgresServer || process.env[runName]) return undefined;
  const run = (process.env[runName] = randomBytes(4).toString('hex'));
  return () =>
    asAdministrator(async (client) => {
      const { rows } = await client.query<{ name: string }>(
        'SELECT nspname AS name FROM pg_namespace WHERE starts_with(nspname, $1)',
        [`test_${run}_`],
      );
      // One by one: the server has room for the locks of some schemas, not of all.
      for (const { name } of rows) await client.query(`DROP SCHEMA IF EXISTS ${name} CASCADE`);
      delete process.env[runName];
    });
}
