import { runMutants, type MutationRun } from './run-mutants.ts';

/** Measures what its argument names, sends the result to the process that started it, and ends with that process. */
process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
const result = await runMutants(JSON.parse(process.argv[2] ?? '') as MutationRun);
process.send?.(result);
