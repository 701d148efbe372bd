/**
 * Milliseconds after which an answer begins although it is not complete, and between its signs of life from then on. Proxies cut a
 * connection on which nothing moves, many of them after a minute, and cannot tell a call that waits from a process that hangs.
 */
export const silenceMs = 15_000;

/** A comment, which clients skip. */
export const signOfLife = ': waiting\n\n';

/** A JSON-RPC message as an event (MCP, "Streamable HTTP"). */
export const eventOf = (document: string): string => `event: message\ndata: ${document}\n\n`;
