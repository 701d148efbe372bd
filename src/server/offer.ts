import type { Prompt } from '../prompts/index.ts';
import type { Resource } from '../resources/index.ts';
import type { Tool } from '../tools/tool.ts';

/** Everything one server shows its clients. Static: the same from start to end, for every client. */
export interface Offer {
  readonly tools: readonly Tool[];
  readonly resources: readonly Resource[];
  readonly prompts: readonly Prompt[];
  /** What a model is told about the server as a whole. */
  readonly instructions: string;
  readonly version: string;
}
