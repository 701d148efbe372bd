import { ReadableError } from './readable-error.ts';

/** A setting or a command line that cannot be used. Its message is one line for people. */
export class SettingError extends ReadableError {
  override readonly name = 'SettingError';
}
