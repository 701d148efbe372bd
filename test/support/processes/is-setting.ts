/** Whether a variable decides how the program works: one of its own, or one of the network. */
export const isSetting = (name: string): boolean =>
  /^(VISIBILITY_.*|(HTTPS?|NO)_PROXY|NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA)$/i.test(name);
