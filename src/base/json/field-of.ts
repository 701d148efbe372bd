import { snakeCased } from './snake-cased.ts';

/** The value of a field in any spelling, or undefined. `name` is spelled as in the contract: `job_id` also finds `jobId`, `JobId` and `job-id`. */
export function fieldOf(answer: unknown, name: string): unknown {
  if (typeof answer !== 'object' || answer === null) return undefined;
  if (Object.hasOwn(answer, name)) return Reflect.get(answer, name);
  const fieldName = Object.keys(answer).find((one) => snakeCased(one) === name);
  return fieldName === undefined ? undefined : Reflect.get(answer, fieldName);
}
