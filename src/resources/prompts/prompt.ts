/** A task a person can pick from a menu. */
export interface Prompt {
  readonly name: string;
  /** The tools that the model is asked to use. The prompt is offered only if all of them are. Absent: the tool with its name. */
  readonly tools?: readonly string[] | undefined;
  /** Set for prompts about all brands, which a server with a pinned brand does not offer. */
  readonly overBrands?: true | undefined;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  render(given: Record<string, string>): string;
}

export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** The resource template whose names are suggested for the argument. */
  readonly suggests?: string | undefined;
}
