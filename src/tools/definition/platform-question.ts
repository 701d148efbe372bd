/** A question of the platform that a person can answer, and the call that carries the answer. */
export interface PlatformQuestion {
  /** The subject of the question: a job or a conversation. */
  readonly about: string;
  /** One line for each paragraph, limited in length, without a fence: a person reads it, not a model. */
  readonly text: string;
  /** The author of the text, if it is not this server. */
  readonly asker?: string | undefined;
  /** Fields to fill in. None: the answer is yes or no. */
  readonly fields: readonly QuestionField[];
  /** Consent to the price of this call is asked for separately: an answer agrees to no price. */
  readonly call: AnsweringCall;
}

export interface QuestionField {
  readonly name: string;
  readonly description: string;
  readonly optional?: boolean | undefined;
  /** The choices. */
  readonly options?: readonly QuestionOption[] | undefined;
}

export interface QuestionOption {
  /** The label that a person sees: one line, limited in length, different from every other option's. */
  readonly label: string;
  /** The platform's own text, which is sent as the answer. Absent: the label. */
  readonly whole?: string | undefined;
  readonly description?: string | undefined;
}

export interface AnsweringCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The argument that takes the fields, if they are not arguments of the tool itself. */
  readonly into?: string | undefined;
}

/** The call with the person's answers; `undefined` if they do not answer the question. */
export function callWithAnswer(
  { fields, call: { tool, args, into } }: PlatformQuestion,
  form: Readonly<Record<string, unknown>>,
): Omit<AnsweringCall, 'into'> | undefined {
  const filled = fields.flatMap(({ name }) =>
    typeof form[name] === 'string' && form[name].trim() !== '' ? [[name, form[name].trim()] as const] : [],
  );
  const shown = Object.fromEntries(filled);
  const isComplete = fields.every(
    ({ name, optional, options }) =>
      (optional && !(name in shown)) ||
      (name in shown && (options?.some(({ label }) => label === shown[name]) ?? true)),
  );
  if (!isComplete) return undefined;
  const wholeOf = ([name, text]: readonly [string, string]): readonly [string, string] => {
    const options = fields.find((field) => field.name === name)?.options;
    return [name, options?.find(({ label }) => label === text)?.whole ?? text];
  };
  const answer = Object.fromEntries(filled.map(wholeOf));
  return {
    tool,
    args: into === undefined ? { ...args, ...answer } : { ...args, [into]: { ...(args[into] as object), ...answer } },
  };
}
