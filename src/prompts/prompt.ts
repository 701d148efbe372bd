/** A task a person can pick from a menu. */
export interface Prompt {
  readonly name: string;
  /** The tools that it asks the model to use: where one is not offered, the prompt is not either. Absent: the one of its name. */
  readonly tools?: readonly string[] | undefined;
  /** It is about all brands: nothing for a server that is tied to one. */
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
  /** The resource template whose names are suggested for it. */
  readonly suggests?: string | undefined;
}
