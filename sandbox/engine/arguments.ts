/** The arguments of a request, validated against its operation. */
export interface ValidatedArguments {
  /** What the operation declares: path parameters, query and body fields. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Body fields that the contract does not show, where the operation is open. */
  readonly openBody: Readonly<Record<string, unknown>>;
}

/** The value of an argument by its name, for jobs and prices, which name arguments in the catalog. */
export const argument = ({ input, openBody }: ValidatedArguments, name: string): unknown =>
  Object.hasOwn(input, name) ? input[name] : openBody[name];
