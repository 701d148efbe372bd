import { Client } from 'pg';

/** Ends with an error unless the Postgres that the tests are to use can be reached: they must not be skipped unnoticed. */
const address = process.env['VISIBILITY_TEST_POSTGRES'];
if (!address) throw new Error('VISIBILITY_TEST_POSTGRES is not set');
const client = new Client({ connectionString: address, connectionTimeoutMillis: 10_000 });
try {
  await client.connect();
  await client.query('SELECT 1');
} catch (error) {
  console.error(`cannot connect to VISIBILITY_TEST_POSTGRES: ${error instanceof Error ? error.message || error.name : String(error)}`);
  process.exitCode = 1;
} finally {
  await client.end().catch(() => {});
}
