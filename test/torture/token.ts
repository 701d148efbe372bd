/** The embedded platform's owner. */
export const token = 'sandbox-owner';
