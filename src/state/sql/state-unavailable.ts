import { ReadableError } from '../../base/readable-error.ts';

/** The store cannot be reached, read or written, or is of another version. Nothing was sent and nothing is lost. */
export class StateUnavailable extends ReadableError {
  override readonly name: string = 'StateUnavailable';
}

/** There is no store at this location, and none should be created. */
export class StateMissing extends StateUnavailable {
  override readonly name = 'StateMissing';
}

/** The store was closed by the process that opened it. */
export class StateClosed extends StateUnavailable {
  override readonly name = 'StateClosed';

  constructor() {
    super('the state store was closed, together with what had opened it');
  }
}
