import type { Client } from '../../client/client.ts';

/**
 * The methods of the client that tools and programs use. Two wrappers implement it: one records calls, one adds the options of a program.
 * A method that is added here does not compile until both wrappers have it.
 */
export type Platform = Pick<
  Client,
  'pins' | 'pageSizes' | 'files' | 'call' | 'quote' | 'wait' | 'jobs' | 'money' | 'memory' | 'label'
>;
