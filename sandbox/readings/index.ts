import { forms } from './forms.ts';
import { identifiers } from './identifiers.ts';
import { money } from './money.ts';
import type { Reading } from './reading.ts';
import { refusals } from './refusals.ts';
import { work } from './work.ts';

/** Other ways of keeping the documents, each by a sentence that leaves something open and that a client can see. */
export const allReadings: readonly Reading[] = [...money, ...work, ...identifiers, ...forms, ...refusals];
