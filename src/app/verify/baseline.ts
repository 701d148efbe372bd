import { isFields } from '../../base/json/is-fields.ts';
import { isBreaking, type Finding, type Verification, type VerifiedOperation } from './verification.ts';

/** The findings of an earlier verification. */
export type Baseline = Pick<Verification, 'operations'>;

/** Whether a value is the document of a verification. */
export const isBaseline = (value: unknown): value is Baseline =>
  isFields(value) &&
  Array.isArray(value['operations']) &&
  value['operations'].every((one) => isFields(one) && Array.isArray(one['findings']));

/** A verification without the findings of an earlier one: for a schedule, which reports only what is new. */
export function withBaseline(verification: Verification, baseline: Baseline): Verification {
  const operations = withoutKnown(verification.operations, baseline);
  const count = (list: readonly VerifiedOperation[]): number =>
    list.reduce((sum, { findings }) => sum + findings.length, 0);
  return {
    ...verification,
    ok: !operations.some(({ findings }) => findings.some(isBreaking)),
    known: count(verification.operations) - count(operations),
    operations,
  };
}

function withoutKnown(operations: readonly VerifiedOperation[], baseline: Baseline): VerifiedOperation[] {
  const keyed = (operation: string, { kind, path, expected, seen }: Finding): string =>
    JSON.stringify([operation, kind, path, expected, seen]);
  const baselineKeys = new Set(
    baseline.operations.flatMap(({ operation, findings }) => findings.map((one) => keyed(operation, one))),
  );
  return operations.map((one) => ({
    ...one,
    findings: one.findings.filter((finding) => !baselineKeys.has(keyed(one.operation, finding))),
  }));
}
