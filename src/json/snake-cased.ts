/** The name of a field as the documents spell names: `jobId`, `JobID` and `job-id` are `job_id`, `_id` is `id`. */
export const snakeCased = (name: string): string =>
  name
    .replaceAll(/(?<=[a-z\d])[A-Z]/g, '_$&')
    .replaceAll(/[-\s]/g, '_')
    .replace(/^_+/, '')
    .toLowerCase();
