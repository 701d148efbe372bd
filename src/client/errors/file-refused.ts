import { VisibilityError } from './visibility-error.ts';

/** A local file may not be sent. The message says why, and contains nothing of the file. */
export class FileRefused extends VisibilityError {
  constructor(
    argument: string,
    reason: string,
    next = 'Choose another file, or give its content inline as {"name":"…","content":"…"}.',
  ) {
    super('invalid_arguments', `${argument}: ${reason}. Nothing was sent.`, {
      outcome: 'not_sent',
      fields: { [argument]: [reason] },
      next,
    });
  }
}
