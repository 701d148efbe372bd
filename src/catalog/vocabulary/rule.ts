import type { Arguments } from './basics.ts';

/** A condition over several fields. `field` is the field that the error names. */
export interface Rule {
  readonly field: string;
  readonly says: string;
  readonly holds: (input: Arguments) => boolean;
}

export const rule = (field: string, says: string, holds: (input: Arguments) => boolean): Rule => ({
  field,
  says,
  holds,
});
