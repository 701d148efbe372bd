import { isInRange, nodeRange } from '../cli/node-range.ts';

/**
 * Refuses a Node that the library does not run on, in one line. The build puts an import of this file before everything else:
 * what follows asks for modules that an older Node does not have.
 */
const running = process.versions.node;
if (!isInRange(running)) {
  // Without frames Node shows no line of this file either.
  Error.stackTraceLimit = 0;
  const error = new Error(`visibility-mcp: Node ${nodeRange} is needed, this is ${running}`);
  // Where this file stands in the package helps nobody.
  error.stack = `${error.name}: ${error.message}`;
  throw error;
}
