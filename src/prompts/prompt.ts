/** A task a person can pick from a menu. */
export interface Prompt {
  /** Also the name of the tool that it asks the model to use: where that is not offered, the prompt is not either. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  render(given: Record<string, string>): string;
}

export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** The resource template whose names are suggested for it. */
  readonly suggests?: string | undefined;
}
