import type { ClientConfig } from '../src/client/client-config.ts';
import type { Stage, Told } from '../test/tools/workflows/support/stage.ts';

/** Any operation of the platform, past the tools. */
export type Ask = Stage['ask'];

/** How things stand when an agent is done. */
export interface End {
  readonly ask: Ask;
  /** The agent's last word. */
  readonly answer: string;
}

/** A call that is known to be right; its arguments may follow from the results of those before. */
export type Step = readonly [
  tool: string,
  args: Readonly<Record<string, unknown>> | ((results: readonly Told[]) => Readonly<Record<string, unknown>>),
];

/** Something a person asks for, and how to tell that it was done. */
export interface Task {
  readonly id: string;
  /** What the person says. All that the agent knows beside the tools. */
  readonly text: string;
  readonly start?: {
    /** Credits the team begins with; 1,000 unless told otherwise. */
    readonly balance?: number;
    readonly budget?: ClientConfig['budget'];
    /** Puts things in place before the agent begins. */
    readonly prepare?: (ask: Ask) => Promise<void>;
  };
  /** Whether the platform, and where the task asks for one, the answer, are as they should be. False for an agent that did nothing. */
  readonly check: (end: End) => boolean | Promise<boolean>;
  /** The most credits a right solution draws. Drawing more fails the task. */
  readonly credits: number;
  /** The known right calls, played by the reference agent. */
  readonly calls: readonly Step[];
  /** What the reference agent says in the end. */
  readonly answer?: (results: readonly Told[]) => string;
}
