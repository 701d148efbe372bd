/**
 * The words in which the platform's contract is written down, in one import. A declaration says what the contract says about
 * one operation, and nothing else in the project says it again.
 */
export * from './answer.ts';
export * from './audience.ts';
export * from './basics.ts';
export * from './id.ts';
export * from './job.ts';
export * from './likely-field.ts';
export * from './limit.ts';
export * from './operation.ts';
export * from './price.ts';
export * from './row.ts';
export * from './rule.ts';
