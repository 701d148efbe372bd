/** The proxies that requests leave through, and what is reached without them. A user and a password may stand in their addresses. */
export interface Proxies {
  /** For https; where it is absent, the one for http serves both. */
  readonly https?: string | undefined;
  readonly http?: string | undefined;
  /** As in `NO_PROXY`: hosts separated by commas, with their subdomains, a port after a colon, `*` for all. */
  readonly exceptions: string;
}
