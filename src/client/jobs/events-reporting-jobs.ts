import { eventTypes } from '../../catalog/event-types.ts';
import { operation } from '../../catalog/index.ts';
import type { Job } from '../../catalog/operation.ts';

/** The type of event that reports each completion of a job, for the jobs that have one. */
export const eventsReportingJobs = (): ReadonlyMap<Job, string> =>
  new Map(
    Object.entries(eventTypes).flatMap(([type, { tells }]) =>
      tells.flatMap((name) => {
        const { job } = operation(name);
        return job ? [[job, type] as const] : [];
      }),
    ),
  );
