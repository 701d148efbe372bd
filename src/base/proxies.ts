/** The proxies through which requests leave, and the hosts that are reached without them. Addresses may contain a user and a password. */
export interface Proxies {
  /** For https. Absent: the one for http serves both. */
  readonly https?: string | undefined;
  readonly http?: string | undefined;
  /** As in `NO_PROXY`: hosts separated by commas, with their subdomains, a port after a colon, `*` for all. */
  readonly exceptions: string;
}
