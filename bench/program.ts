import { fileURLToPath } from 'node:url';

/** The built program, as a host starts it. */
export const program = fileURLToPath(new URL('../bin/visibility-mcp.js', import.meta.url));
