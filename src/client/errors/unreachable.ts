import { VisibilityError } from './visibility-error.ts';

/** The platform or the state store cannot be reached. Nothing was performed. */
export class Unreachable extends VisibilityError {
  constructor(message: string, next = 'Repeat the call later; nothing was carried out.', status?: number) {
    super('unreachable', message, {
      outcome: status === undefined ? 'not_sent' : 'rejected',
      next,
      status,
    });
  }
}
