/** The name of a field as the documents spell names: `jobId` and `jobID` are `job_id`. */
export const snakeCased = (name: string): string => name.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase();
