/** Seconds that a call waits for its job where neither caller, operator nor host says otherwise: every known host allows that. */
export const defaultWaitSeconds = 45;
