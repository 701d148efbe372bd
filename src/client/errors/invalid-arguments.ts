import { type FieldErrors, VisibilityError } from './visibility-error.ts';

/** Arguments that do not fit the operation, found before anything was sent. */
export class InvalidArguments extends VisibilityError {
  constructor(operation: string, fields: FieldErrors) {
    super('invalid_arguments', inWords(fields), {
      outcome: 'not_sent',
      fields,
      next: `describe_operation {"operation": "${operation}"} lists the arguments.`,
    });
  }
}

/** Fields that the message names; all of them are in `fields`. */
const maxNamed = 3;

function inWords(fields: FieldErrors): string {
  const all = Object.entries(fields).map(([name, reasons]) => `${name}: ${reasons.join('; ')}`);
  if (all.length === 0) return 'The arguments do not fit.';
  const others = all.length - maxNamed;
  return [...all.slice(0, maxNamed), ...(others > 0 ? [`and ${others} more`] : [])].join('; ');
}
