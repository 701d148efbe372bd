/** A limit of the platform in addition to the general one. Operations that name the same bucket share it. */
export interface Limit {
  readonly bucket: string;
  readonly requests: number;
  /** Seconds. */
  readonly per: number;
  /** Counted per token, or per project (the operation's first path parameter). */
  readonly scope: 'token' | 'project';
}

export const limit = (bucket: string, requests: number, per: number, scope: Limit['scope'] = 'token'): Limit => ({
  bucket,
  requests,
  per,
  scope,
});

export const minute = 60;
export const hour = 3600;
