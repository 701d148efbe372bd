/** A field name in the contract's spelling: `jobId`, `JobID` and `job-id` become `job_id`, `_id` becomes `id`. */
export const snakeCased = (name: string): string =>
  name
    .replaceAll(/(?<=[a-z\d])[A-Z]/g, '_$&')
    .replaceAll(/[-\s]/g, '_')
    .replace(/^_+/, '')
    .toLowerCase();
