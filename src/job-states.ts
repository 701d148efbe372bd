/**
 * How a job stands, in words that are the same for every operation. `starting`: recorded, and the start is on its way.
 * `needs_you`: it waits for its caller, for an answer or a confirmation. `unknown`: whether the start arrived is not known,
 * and it may have been paid for. A paid call without a job is `starting` until it is answered, and then completed.
 */
export const jobStates = ['starting', 'running', 'needs_you', 'completed', 'failed', 'unknown'] as const;

export type JobState = (typeof jobStates)[number];

/** Whether waiting for the job makes sense. */
export const isAlive = ({ state }: { readonly state: JobState }): boolean =>
  state === 'starting' || state === 'running';
