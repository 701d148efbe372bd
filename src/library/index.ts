/**
 * The library: `connect()` opens the program for another program, which calls operations as methods. It is another door beside the command
 * line; what is exported here is published, and nothing in `src/` imports it.
 */
export { connect } from './connect.ts';
export type { Platform, TestPlatform } from './connect.ts';
export type { SandboxClock, SandboxOrder } from './held-sandbox.ts';
export type { ConfirmQuestion, ConnectOptions } from './connect-options.ts';
export type { PlatformMethod, OperationOptions, Result, WaitOptions } from './platform-types.ts';
export type { Verification } from '../app/verify/verification.ts';
export type { VerifyPlatformOptions as VerifyOptions } from '../app/verify-platform.ts';
export { isVisibilityError, VisibilityError } from '../client/errors.ts';
export { SettingError } from '../base/setting-error.ts';
