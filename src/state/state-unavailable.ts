import { ReadableError } from '../readable-error.ts';

/** The store cannot be reached, read or written, or is of another version. Nothing was sent and nothing is lost. */
export class StateUnavailable extends ReadableError {
  override readonly name = 'StateUnavailable';
}
