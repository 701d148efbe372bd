/** How clients of `http` prove who they are. */
export const authModes = ['none', 'token', 'platform', 'oauth'] as const;

export type AuthMode = (typeof authModes)[number];

/** Whether each caller has its own identity and platform token, so that the server needs no token. */
export const callersDiffer = (auth: AuthMode | undefined): boolean => auth === 'platform' || auth === 'oauth';
