let names = 0;

/** A name that no test of any process running now has. */
export const uniqueName = (what: string): string => `${what} ${process.pid}-${++names}`;
