/** MCP extension by which hosts of the 2026-07-28 era poll long calls by themselves. */
export const tasksExtension = 'io.modelcontextprotocol/tasks';
