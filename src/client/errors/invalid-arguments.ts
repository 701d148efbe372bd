import { type FieldErrors, VisibilityError } from './visibility-error.ts';

/** Arguments that do not fit the operation, found before anything was sent. */
export class InvalidArguments extends VisibilityError {
  constructor(operation: string, fields: FieldErrors) {
    const first = Object.entries(fields)[0];
    super('invalid_arguments', first ? `${first[0]}: ${first[1].join('; ')}` : 'The arguments do not fit.', {
      outcome: 'not_sent',
      fields,
      next: `describe_operation {"operation": "${operation}"} lists the arguments.`,
    });
  }
}
