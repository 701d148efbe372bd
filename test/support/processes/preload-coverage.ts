// Loaded into every process that a test starts while coverage is measured. Most of them are killed, and a killed process
// writes no counts: a test that is through with one asks it to leave first (end-process.ts), and one that is killed
// without a warning has written what it counted until shortly before.
import { isMainThread } from 'node:worker_threads';
import { takeCoverage } from 'node:v8';

if (isMainThread && process.env['NODE_V8_COVERAGE']) {
  process.on('SIGUSR2', () => process.exit());
  setInterval(takeCoverage, 2_000).unref();
}
