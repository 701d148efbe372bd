/**
 * The states of a job, the same for every operation. `starting`: recorded, and its start is not answered yet. `needs_you`: it
 * waits for an answer or a confirmation of its caller. `unknown`: it is not known whether the start arrived, and it may have
 * been charged. A paid call without a job is `starting` until it is answered, then `completed`.
 */
export const jobStates = ['starting', 'running', 'needs_you', 'completed', 'failed', 'unknown'] as const;

export type JobState = (typeof jobStates)[number];

/** Whether the job continues without anyone's answer, so that waiting for it makes sense. */
export const isAlive = ({ state }: { readonly state: JobState }): boolean =>
  state === 'starting' || state === 'running';
