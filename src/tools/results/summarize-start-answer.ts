import type { Operation } from '../../catalog/index.ts';
import type { JobView } from '../../client/index.ts';
import { isFields } from '../../base/json/is-fields.ts';

/**
 * The useful rest of the answer to the start of a job: without empty fields, fields that repeat the arguments,
 * addresses for polling (`job_wait` polls), and secrets for a delivery that was not requested. Undefined if nothing
 * remains.
 */
export function summarizeStartAnswer(
  started: unknown,
  job: Pick<JobView, 'arguments'> | undefined,
  operation: Pick<Operation, 'onlyWith'> | undefined,
): unknown {
  if (!job || !isFields(started)) return started;
  const { onlyWith = {} } = operation ?? {};
  const fields = Object.entries(started).filter(
    ([name, value]) =>
      value !== null &&
      !pollingAddress.test(name) &&
      value !== job.arguments[name] &&
      (onlyWith[name] === undefined || job.arguments[onlyWith[name]] !== undefined),
  );
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

const pollingAddress = /^(?:poll|status|results)_url$/;
