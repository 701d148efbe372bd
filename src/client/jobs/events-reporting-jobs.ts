import { eventTypes } from '../../catalog/event-types.ts';
import { type Job, operation } from '../../catalog/index.ts';

/** The event type that reports the completion of each kind of job; kinds without one are missing. */
export const eventsReportingJobs = (): ReadonlyMap<Job, string> =>
  new Map(
    Object.entries(eventTypes).flatMap(([type, { reports }]) =>
      reports.map((name) => [operation(name).job as Job, type] as const),
    ),
  );
