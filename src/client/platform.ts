import type { Client } from './client.ts';

/**
 * The methods of the client that tools and programs use. `programClient` implements it over a client; a method that
 * is added here does not compile until it has it.
 */
export type Platform = Pick<
  Client,
  'pins' | 'files' | 'call' | 'quote' | 'wait' | 'jobs' | 'money' | 'memory' | 'label'
>;
