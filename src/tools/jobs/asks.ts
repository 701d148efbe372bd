/** A question of the platform's that a person can answer, and the call that takes the answer on. */
export interface Asks {
  /** What it is about: a job or a conversation. */
  readonly about: string;
  readonly text: string;
  /** Who says the text, where that is not this server. */
  readonly asker?: string;
  /** What to fill in. None: it is a yes or no. */
  readonly fields: readonly AskedField[];
  /** Credits are asked about for this call as for any other: an answer agrees to no price. */
  readonly call: AnsweringCall;
}

export interface AskedField {
  readonly name: string;
  readonly description: string;
  readonly optional?: boolean;
  /** What there is to choose from. */
  readonly options?: readonly AskedOption[];
}

export interface AskedOption {
  readonly label: string;
  readonly description?: string;
}

export interface AnsweringCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The argument that takes the fields, where they are no arguments of the tool itself. */
  readonly into?: string;
}

/** The call with what a person filled in; `undefined` where that answers nothing. */
export function answering(
  { fields, call: { tool, args, into } }: Asks,
  given: Readonly<Record<string, unknown>>,
): Omit<AnsweringCall, 'into'> | undefined {
  const filled = fields.flatMap(({ name }) =>
    typeof given[name] === 'string' && given[name].trim() !== '' ? [[name, given[name].trim()] as const] : [],
  );
  const said = Object.fromEntries(filled);
  const answers = fields.every(
    ({ name, optional, options }) =>
      (optional && !(name in said)) || (name in said && (options?.some(({ label }) => label === said[name]) ?? true)),
  );
  if (!answers) return undefined;
  return {
    tool,
    args: into === undefined ? { ...args, ...said } : { ...args, [into]: { ...(args[into] as object), ...said } },
  };
}
