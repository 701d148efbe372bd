import type { StandardSchemaV1 } from '@modelcontextprotocol/server';

/** What a request about a task is read by. By hand, since zod is not loaded for a host that only looks. */
export const taskParams: StandardSchemaV1<unknown, { readonly taskId: string }> = {
  '~standard': {
    version: 1,
    vendor: 'visibility-mcp',
    validate: (given) => {
      const taskId = typeof given === 'object' && given !== null && 'taskId' in given ? given.taskId : undefined;
      return typeof taskId === 'string' ? { value: { taskId } } : { issues: [{ message: 'taskId must be a text' }] };
    },
  },
};
