/** Whether a thing has the values that a request filters by, as far as the request gives them. */
export const matches = <K extends string>(
  filters: { readonly [F in K]?: unknown },
  thing: { readonly [F in K]: unknown },
  ...fields: readonly K[]
): boolean => fields.every((field) => filters[field] === undefined || filters[field] === thing[field]);
