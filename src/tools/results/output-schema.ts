/** What a field of a result is; its own fields are not listed, since more of them may come. */
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
