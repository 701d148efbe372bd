/** Whether the location of a store is the address of a PostgreSQL database; otherwise it is a file, or `:memory:`. */
export const isPostgresAddress = (location: string): boolean => /^postgres(ql)?:\/\//i.test(location);
