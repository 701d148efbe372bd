import { eventTypes } from '../../catalog/event-types.ts';
import { type Job, operation } from '../../catalog/index.ts';

/** The event type that reports the completion of each kind of job; kinds without one are missing. */
export const eventsReportingJobs = (): ReadonlyMap<Job, string> =>
  new Map(
    Object.entries(eventTypes).flatMap(([type, { reports }]) =>
      reports.flatMap((name) => {
        const { job } = operation(name);
        return job ? [[job, type] as const] : [];
      }),
    ),
  );
