import { snakeCased } from './snake-cased.ts';

/** The field of an answer, or undefined where it has none. The documents spell names as `job_id`; `jobId`, `JobId` and `job-id` are the same field. */
export function fieldOf(answer: unknown, name: string): unknown {
  if (typeof answer !== 'object' || answer === null) return undefined;
  if (Object.hasOwn(answer, name)) return Reflect.get(answer, name);
  const fieldName = Object.keys(answer).find((one) => snakeCased(one) === name);
  return fieldName === undefined ? undefined : Reflect.get(answer, fieldName);
}
