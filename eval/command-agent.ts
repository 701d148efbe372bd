import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Agent, Move } from './agent.ts';

/** Milliseconds an agent may think about one move. */
const patience = 10 * 60_000;

/** An agent behind a command line: one JSON line to its stdin for each message, one JSON line from its stdout for each move. */
export function commandAgent(command: string): Agent {
  const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'close');
  // A process that is gone is noticed by its missing line.
  child.stdin.on('error', () => {});
  return {
    async next(message) {
      child.stdin.write(`${JSON.stringify(message)}\n`);
      const timer = setTimeout(() => child.kill(), patience);
      const { value, done } = await lines.next();
      clearTimeout(timer);
      if (done) throw new Error(`the agent ended without an answer: ${command}`);
      return moveIn(value);
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill(), 2_000);
      await ended;
      clearTimeout(timer);
    },
  };
}

function moveIn(line: string): Move {
  const said: unknown = JSON.parse(line);
  if (typeof said === 'object' && said !== null) {
    if ('answer' in said && typeof said.answer === 'string') return { answer: said.answer };
    if ('call' in said && typeof said.call === 'string') {
      const given = 'arguments' in said && typeof said.arguments === 'object' && said.arguments !== null;
      return { call: said.call, arguments: given ? (said.arguments as Record<string, unknown>) : {} };
    }
  }
  throw new Error(`neither a call nor an answer: ${line.slice(0, 200)}`);
}
