/** Maximum lengths of texts of the platform within this server's own texts, in characters. */
export const maxIdLength = 200;
export const maxKeyLength = 100;
export const maxStateLength = 80;
export const maxMessageLength = 500;
/** Maximum number of facts of an error, and of their characters as JSON. */
export const maxFacts = 20;
export const maxFactsLength = 2_000;
/** Maximum number of fields that an error names. */
export const maxErrorFields = 20;
