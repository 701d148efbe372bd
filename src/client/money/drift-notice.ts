/** A call that the platform charged more than its estimate. The ledger records the full charge. */
export interface DriftNotice {
  readonly job_id: string;
  readonly operation: string;
  /** Credits. */
  readonly estimated: number;
  /** Credits. */
  readonly charged: number;
}
