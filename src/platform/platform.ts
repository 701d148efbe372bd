import type { Client } from '../client/client.ts';

/**
 * What tools and programs need of the client. A run records it and gives it the options of a program: whoever needs another method adds
 * it here, and neither wrapper compiles until it deals with it.
 */
export type Platform = Pick<
  Client,
  'pins' | 'files' | 'call' | 'quote' | 'wait' | 'jobs' | 'money' | 'memory' | 'label'
>;
