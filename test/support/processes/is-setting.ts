import { networkVariables } from '../../../src/app/config/network-variables.ts';

/** Whether a variable decides how the program works: one of its own, or one of the network. */
export const isSetting = (name: string): boolean =>
  name.startsWith('VISIBILITY_') || name.toUpperCase() in networkVariables;
