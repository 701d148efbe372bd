import type { ViewName } from '../views/view-name.ts';
import type { Clock } from '../clock.ts';
import type { FileAccess } from '../client/files/file-access.ts';
import type { CallOptions, AcknowledgeDelivery, JobView } from '../client/call/reply.ts';
import type { PlatformQuestion } from './jobs/platform-question.ts';

/** The parts of a conversation that a tool may use. */
export interface ToolContext {
  /** Stops the waiting, never a job. */
  readonly signal?: AbortSignal;
  /** `progress` and `total` in percent. */
  readonly progress?: (step: { progress: number; total: number; message: string }) => void;
  /** Seconds the host is known to let a call block. */
  readonly waitSeconds?: number;
  /** Asked before credits are reserved; throws to refuse. */
  readonly consent?: NonNullable<CallOptions['consent']>;
  /** For the audit trail: a hash that stands for the caller. */
  readonly caller?: string;
  /** Defers the acknowledgement of a delivered result; absent: it is acknowledged when the tool returns. */
  readonly deferAcknowledgement?: (end: AcknowledgeDelivery) => Promise<void>;
  /** Effects that the caller's token allows. Absent: all. */
  readonly scopes?: readonly string[];
  /** Which files of this machine arguments may name. Absent, as over HTTP: none. */
  readonly files?: FileAccess;
  /** Absent: the machine's time. */
  readonly clock?: Clock;
  /** Notified of errors that are no refusals; the caller sees nothing of them. */
  readonly onDefect?: (error: unknown) => void;
}

/** `text` is `structured` as compact JSON, since hosts show a model one or the other. */
export interface ToolResult {
  readonly isError?: boolean;
  readonly text: string;
  readonly structured: Record<string, unknown>;
  /** A PNG for the person who reads along. */
  readonly picture?: Uint8Array;
  /** Data that the view shows beside the result's own, such as more rows. Not for the model: it costs no tokens. */
  readonly viewData?: Readonly<Record<string, unknown>>;
  /** Where the whole can be read, if the result shows a part of it. */
  readonly link?: Link;
  /** The job that this call left running, where its result is the whole of what the call was for. */
  readonly pending?: JobView;
  /** The platform's question before it continues; the result holds it too, for hosts that cannot ask. */
  readonly question?: PlatformQuestion;
  /** The same result with these parts of its data only, for a tool that takes `fields`. */
  readonly withFields?: (fields: readonly string[]) => ToolResult;
}

/** A resource of this server's. */
export interface Link {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly mimeType?: string;
}

/** Hints to hosts, as the protocol names them. */
export interface Annotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Plain JSON Schema (draft 2020-12), always `type: object`. */
  readonly inputSchema: object;
  readonly outputSchema?: object;
  readonly annotations: Annotations;
  /** The view that hosts with MCP Apps show its results in. */
  readonly view?: ViewName;
  /** Never rejects: a refusal or failure is a result with `isError`. */
  run(args: unknown, context: ToolContext): Promise<ToolResult>;
}
