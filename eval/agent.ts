/** A tool as a model sees it. */
export interface ShownTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
}

/** What an agent receives: the task with the tools first, then the result of each of its calls. */
export type Message =
  | {
      readonly type: 'task';
      readonly id: string;
      readonly text: string;
      readonly instructions: string;
      readonly tools: readonly ShownTool[];
    }
  /** `text` is the result as a model reads it: compact JSON. */
  | { readonly type: 'result'; readonly text: string; readonly isError: boolean };

/** What an agent sends back. */
export type Move =
  | { readonly call: string; readonly arguments: Readonly<Record<string, unknown>> }
  | { readonly answer: string };

/** An agent that solves a task. One is created for each task, and closed after it. */
export interface Agent extends AsyncDisposable {
  next(message: Message): Promise<Move>;
}
