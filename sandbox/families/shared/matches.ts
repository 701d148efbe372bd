/** Whether a record has the values of a request's filters; omitted filters match everything. */
export const matches = <K extends string>(
  filters: { readonly [F in K]?: unknown },
  thing: { readonly [F in K]: unknown },
  ...fields: readonly K[]
): boolean => fields.every((field) => filters[field] === undefined || filters[field] === thing[field]);
