/** How long a text of the platform may be where it stands among this server's own words. Characters. */
export const maxIdLength = 200;
export const maxKeyLength = 100;
export const maxStateLength = 80;
export const maxMessageLength = 500;
/** Facts beside an error: entries, and characters of JSON in all. */
export const maxFacts = 20;
export const maxFactsLength = 2_000;
/** Fields that an error names. */
export const maxErrorFields = 20;
