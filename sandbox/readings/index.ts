import { auditReadings } from '../families/audits/readings.ts';
import { contentReadings } from '../families/content/readings.ts';
import { libraryReadings } from '../families/library/readings.ts';
import { trackingReadings } from '../families/tracking/readings.ts';
import { workspaceReadings } from '../families/workspace/readings.ts';
import { forms } from './forms.ts';
import { identifiers } from './identifiers.ts';
import { lies } from './lies.ts';
import { money } from './money.ts';
import type { Reading } from './reading.ts';
import { refusals } from './refusals.ts';
import { work } from './work.ts';

/** All readings: those of the documents' general rules, those of one family or a few, and the lies. */
export const allReadings: readonly Reading[] = [
  ...money,
  ...work,
  ...identifiers,
  ...forms,
  ...refusals,
  ...contentReadings,
  ...libraryReadings,
  ...trackingReadings,
  ...auditReadings,
  ...workspaceReadings,
  ...lies,
];
