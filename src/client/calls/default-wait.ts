/** Seconds that a call waits for its job by default: every known MCP host allows a tool call to last that long. */
export const defaultWaitSeconds = 45;
