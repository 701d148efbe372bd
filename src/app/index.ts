/**
 * The program, put together from its settings (`config/`): `compose.ts` is the picture. Also what checks it, `doctor.ts` and `verify/`.
 * It neither reads what a person types nor prints: `cli/` and `library/` do.
 */
export type { Accounts, Config, Flags } from './config/config.ts';
export type { VerifyPlatformOptions } from './verify-platform.ts';
export type { Baseline } from './verify/baseline.ts';
export type { Verification } from './verify/verification.ts';
