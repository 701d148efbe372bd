/** What a person wrote, marked off from the prompt around it. */
export const quoted = (text: string): string => JSON.stringify(text);

/** The parts that there are, one a line. */
export const lines = (...parts: readonly string[]): string => parts.filter(Boolean).join('\n');

export const goOn = 'If it is not finished in time, call it again with the same arguments; that pays nothing twice.';
