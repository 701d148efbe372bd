/** The proxy did not open a connection to the platform, so nothing of the request was sent. Not a failure of the platform or of the network behind the proxy. */
export class ProxyFailure extends Error {
  /** HTTP status of the proxy's refusal. Absent: it did not answer. */
  readonly status: number | undefined;

  constructor(reason: string, status?: number) {
    super(`the proxy ${reason}`);
    this.status = status;
  }
}
