/** The proxy opened no way to the platform: nothing of the request has left. Not a failure of the platform, nor of the way behind the proxy. */
export class ProxyFailure extends Error {
  /** The status that the proxy refused with. Absent: it gave no answer. */
  readonly status: number | undefined;

  constructor(reason: string, status?: number) {
    super(`the proxy ${reason}`);
    this.status = status;
  }
}
