/** Maximum lengths of texts of the platform within this server's own texts, in characters. */
export const maxIdLength = 200;
export const maxKeyLength = 100;
export const maxStateLength = 80;
export const maxMessageLength = 500;
