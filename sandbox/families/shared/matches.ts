/** Whether a thing has the values that a request filters by, as far as the request gives them. */
export const matches = <K extends string>(
  asked: { readonly [F in K]?: unknown },
  thing: { readonly [F in K]: unknown },
  ...fields: readonly K[]
): boolean => fields.every((field) => asked[field] === undefined || asked[field] === thing[field]);
