import type { Client } from './client.ts';

/** The methods of the client that tools and programs use. `programClient` implements it over a client. */
export type Platform = Pick<
  Client,
  'pins' | 'files' | 'call' | 'quote' | 'wait' | 'jobs' | 'money' | 'memory' | 'label'
>;
