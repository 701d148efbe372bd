/** The types and functions for declarations of the platform's contract, in one import. */
export * from './answer.ts';
export * from './audience.ts';
export * from './basics.ts';
export * from './fields.ts';
export * from './id.ts';
export * from './job.ts';
export * from './likely-field.ts';
export * from './limit.ts';
export * from './operation.ts';
export * from './price.ts';
export * from './row.ts';
export * from './rule.ts';
