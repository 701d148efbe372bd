import type { Effect } from '../../catalog/index.ts';
import type { ViewName } from './view-name.ts';
import type { Clock } from '../../base/index.ts';
import type { CallOptions, JobView } from '../../client/index.ts';
import type { PlatformQuestion } from './platform-question.ts';

/** The parts of a conversation that a tool may use. The options of the client are passed on with each call. */
export interface ToolContext extends CallOptions {
  /** Identifies the caller among those of one process, for hints. */
  readonly caller?: string | undefined;
  /** The caller waits without a limit, as a terminal does. */
  readonly waitsUntilDone?: true | undefined;
  /** Separator of the cells of a list that is saved as CSV. Absent: a comma. */
  readonly csvSeparator?: ',' | ';' | undefined;
  /** Seconds the host is known to let a call block. */
  readonly hostWaitSeconds?: number | undefined;
  /** Effects that the caller's token allows. Absent: all. */
  readonly scopes?: readonly string[] | undefined;
  /** Called for each paid call that was answered, with the id of its record. */
  readonly onPaidCall?: ((record: string) => void) | undefined;
  /** Absent: the machine's time. */
  readonly clock?: Clock | undefined;
  /** Called with each error that is not a refusal; the caller does not see it. */
  readonly onDefect?: ((error: unknown) => void) | undefined;
}

/** `text` is `structured` as compact JSON, since hosts show a model one or the other. */
export interface ToolResult {
  readonly isError?: boolean | undefined;
  readonly text: string;
  readonly structured: Record<string, unknown>;
  /** Data that the view shows in addition to the result's own, such as more rows. Not for the model: it costs no tokens. */
  readonly viewData?: Readonly<Record<string, unknown>> | undefined;
  /** Where the whole can be read, if the result shows a part of it. */
  readonly link?: Link | undefined;
  /** The job that this call left running, if the result of the job is the result of the call. */
  readonly pending?: JobView | undefined;
  /** The platform's question before it continues; the result holds it too, for hosts that cannot ask. */
  readonly question?: PlatformQuestion | undefined;
  /**
   * The same result for a program, as the library, a pipe and `run_code` give it: values unchanged, lists as lists, no
   * text cut or marked. Absent: `structured` is that already.
   */
  readonly plain?: (() => Record<string, unknown>) | undefined;
  /** The same result with only these parts of its data, for a tool that takes `fields`. */
  readonly withFields?: ((fields: readonly string[]) => ToolResult) | undefined;
}

/** A resource of this server. */
export interface Link {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly mimeType?: string | undefined;
}

/** Hints to hosts, under their names in the protocol. */
export interface Annotations {
  readonly title?: string | undefined;
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly idempotentHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** The purpose of the tool, for docs/tools.md and manifest.json. Absent: the tool is for one operation. */
  readonly about?: string | undefined;
  /** For models. */
  readonly description: string;
  /** Plain JSON Schema (draft 2020-12), always `type: object`. */
  readonly inputSchema: object;
  readonly outputSchema?: object | undefined;
  readonly annotations: Annotations;
  /** The view in which hosts with MCP Apps show its results. */
  readonly view?: ViewName | undefined;
  /**
   * Reads the arguments of a call into their canonical form; every later check uses that form. Pure; reading the form
   * again gives the same. Arguments come from `readCall`, which limits their size.
   * @throws VisibilityError if they cannot be read; `readCall` turns that into a call that only refuses
   */
  read(args: Readonly<Record<string, unknown>>): Promise<ToolCall>;
}

/** A call of a tool whose arguments have been read. */
export interface ToolCall {
  /** The arguments in canonical form. Undefined: they could not be read, and the call only answers with the refusal. */
  readonly args: Readonly<Record<string, unknown>> | undefined;
  /** What the call may do to the platform. */
  readonly effects: readonly Effect[];
  /**
   * Runs the call. Results that leave this program go through `runTool`.
   * @throws VisibilityError to refuse, or any error that occurs
   */
  run(context: ToolContext): Promise<ToolResult>;
}
