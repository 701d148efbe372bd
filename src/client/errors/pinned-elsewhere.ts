import { VisibilityError } from './visibility-error.ts';

/** The arguments name a project that the operator does not allow. Nothing was sent. */
export class PinnedElsewhere extends VisibilityError {
  constructor(operation: string, names: readonly string[]) {
    super(
      'invalid_arguments',
      `${operation}: ${names.join(', ')} cannot be chosen here: the operator tied this server to one project. Nothing was sent.`,
      {
        outcome: 'not_sent',
        fields: Object.fromEntries(names.map((name) => [name, ['is fixed by the operator']])),
        next: `Leave ${names.join(', ')} out.`,
      },
    );
  }
}
