import type { Operation } from '../../catalog/vocabulary/index.ts';
import type { JobView } from '../../client/calls/reply.ts';
import { isFields } from '../../base/json/is-fields.ts';

/**
 * What the answer to the start of a job said beyond its result, as far as it is of use to its reader: without what is empty or was sent,
 * without addresses to ask again at, since `job_wait` does, and without secrets for a delivery that nobody asked for. Undefined
 * where nothing remains.
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
