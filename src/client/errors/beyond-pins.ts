import { VisibilityError } from './visibility-error.ts';

/** The operation cannot be restricted to the projects that the operator allows. Nothing was sent. */
export class BeyondPins extends VisibilityError {
  constructor(operation: string) {
    super(
      'not_permitted',
      `${operation} cannot be called here: the operator tied this server to one project, and this could be about others. Nothing was sent.`,
      { outcome: 'not_sent', next: 'Do not try another way: only the operator can change this.' },
    );
  }
}
