import { eventTypes } from '../../catalog/event-types.ts';
import { operation } from '../../catalog/index.ts';
import type { Job } from '../../catalog/operation.ts';

/** The jobs whose completion the platform's events report. */
export const jobsReportedByEvents = (): ReadonlySet<Job> =>
  new Set(Object.values(eventTypes).flatMap(({ tells }) => tells.flatMap((name) => operation(name).job ?? [])));
