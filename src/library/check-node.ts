import { isInRange, nodeRange } from '../app/node-range.ts';

/** Refuses an unsupported Node, in one line. The bundle imports it first: older ones lack modules of the rest. */
const running = process.versions.node;
if (!isInRange(running)) {
  // Without frames, Node prints no source line of this file.
  Error.stackTraceLimit = 0;
  const error = new Error(`visibility-mcp: Node ${nodeRange} is needed, this is ${running}`);
  // The path of this file would not help.
  error.stack = `${error.name}: ${error.message}`;
  throw error;
}
