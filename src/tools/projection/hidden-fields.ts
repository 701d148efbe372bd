import type { Operation } from '../../catalog/operation.ts';
import { conciseFields } from './concise-fields.ts';

/** The declared fields of an answer that its concise view leaves out. */
export function hiddenFields({ name, answer }: Operation): readonly string[] {
  const shown = conciseFields[name];
  return shown && 'shape' in answer ? Object.keys(answer.shape).filter((field) => !shown.includes(field)) : [];
}
