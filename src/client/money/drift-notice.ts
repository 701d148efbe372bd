/** A call for which the platform drew more than its estimate. The ledger holds the whole charge. */
export interface DriftNotice {
  readonly job_id: string;
  readonly operation: string;
  /** Credits. */
  readonly estimated: number;
  /** Credits. */
  readonly charged: number;
}
