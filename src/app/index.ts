/**
 * The program, put together from its settings (`config/`): `compose.ts` is the picture. Also what checks it, `doctor.ts` and `verify/`.
 * What a person types and reads is none of this room: `cli/` and `library/` are its doors.
 *
 * Types for the doors; values come from the files themselves, so that a command loads only what it needs.
 */
export type { Accounts, Config, Flags } from './config/config.ts';
export type { VerifyPlatformOptions } from './verify-platform.ts';
export type { Baseline } from './verify/baseline.ts';
export type { Verification } from './verify/verification.ts';
