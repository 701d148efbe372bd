import type {
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ListToolsResult,
} from '@modelcontextprotocol/server';
import type { Prompt, Resources } from '../../resources/index.ts';
import type { Exit, JobLookup, Tool, ToolContext } from '../../tools/index.ts';

/** The parts behind the lists, loaded by the first request that is not for a list. */
export interface Surface {
  readonly tools: readonly Tool[];
  readonly resources: Resources;
  readonly prompts: readonly Prompt[];
  /** The state of a job, without waiting for it. Never rejects. */
  readonly job: (jobId: string, context: ToolContext) => Promise<JobLookup>;
  /** Applied to every answer before it leaves: removes secrets, and marks answers of the sandbox. */
  readonly exit: Exit;
}

/** The answers to the protocol's list requests. Always one page, since several hosts ignore cursors. */
export interface Lists {
  readonly tools: ListToolsResult;
  readonly resources: ListResourcesResult;
  readonly templates: ListResourceTemplatesResult;
  readonly prompts: ListPromptsResult;
}

/** Everything that a server shows its clients. It never changes, and is the same for every client. */
export interface Offer {
  readonly lists: Lists;
  readonly surface: () => Promise<Surface>;
  /** Instructions for the model about the server as a whole. */
  readonly instructions: string;
  readonly version: string;
}

/** The prompts whose tools are all offered: a read-only server offers no prompt that pays. */
export const offeredPrompts = ({ tools, prompts }: Pick<Surface, 'tools' | 'prompts'>): readonly Prompt[] =>
  prompts.filter(({ name, tools: used = [name] }) => used.every((one) => tools.some((tool) => tool.name === one)));
