import type { Told } from '../test/tools/workflows/support/stage.ts';
import type { Agent } from './agent.ts';
import type { Task } from './task.ts';

/** Plays the known right calls of a task. It reads nothing but what later calls and the answer need. */
export function referenceAgent({ calls, answer }: Task): Agent {
  const results: Told[] = [];
  return {
    next: async (message) => {
      if (message.type === 'result') results.push(JSON.parse(message.text));
      const step = calls[results.length];
      if (!step) return { answer: answer?.(results) ?? 'done' };
      const [call, args] = step;
      return { call, arguments: typeof args === 'function' ? args(results) : args };
    },
    [Symbol.asyncDispose]: async () => {},
  };
}
