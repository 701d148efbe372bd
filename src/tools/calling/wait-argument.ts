/** Seconds; the longest that any known host lets a call block. */
export const maxWaitSeconds = 600;

/** The schema of `wait_s`, the same in every tool that waits. */
export const waitArgument = { type: 'integer', minimum: 0, maximum: maxWaitSeconds } as const;
