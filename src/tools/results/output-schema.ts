/** Type of a field of a result; nested fields are not listed, since more may be added. */
type Kind = 'string' | 'integer' | 'boolean' | 'object' | 'list';

/**
 * The JSON Schema of a tool's structured result, for hosts that read results by program: a loose object, so that a new
 * field breaks no one. `data` is missing in a refusal. Published for results of one shape; what can end in the handle of a job has none.
 */
export const outputSchema = (data: Readonly<Record<string, Kind>>): object => ({
  type: 'object',
  properties: {
    ok: { type: 'boolean' },
    data: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(data).map(([name, kind]) => [name, kind === 'list' ? { type: 'array' } : { type: kind }]),
      ),
    },
  },
  required: ['ok'],
});
