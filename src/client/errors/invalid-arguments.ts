import { type FieldErrors, VisibilityError } from './visibility-error.ts';

/** The arguments do not match the operation's schema. Nothing was sent. */
export class InvalidArguments extends VisibilityError {
  constructor(operation: string, fields: FieldErrors) {
    super('invalid_arguments', inWords(fields), {
      outcome: 'not_sent',
      fields,
      next: `describe_operation {"operation": "${operation}"} lists the arguments.`,
    });
  }
}

/** Maximum number of fields named in the message; `fields` has all of them. */
const maxNamed = 3;

function inWords(fields: FieldErrors): string {
  const all = Object.entries(fields).map(([name, reasons]) => `${name}: ${reasons.join('; ')}`);
  if (all.length === 0) return 'The arguments do not fit.';
  const others = all.length - maxNamed;
  return [...all.slice(0, maxNamed), ...(others > 0 ? [`and ${others} more`] : [])].join('; ');
}
