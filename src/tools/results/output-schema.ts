/** Type of a field of a result; nested fields are not listed, since more may be added. */
type Kind = 'string' | 'integer' | 'boolean' | 'object' | 'list';

/**
 * The JSON Schema of a tool's structured result, for hosts that process results: a loose object, so that a new field
 * breaks no host. `data` is absent in a refusal. Published only for tools whose results have one shape; a tool that may
 * return the handle of a job has none.
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
