import type { Effects } from '../../client/calls/reply.ts';

/** What every effect of a program passes: calls that change or pay, and what only this store or machine keeps. */
export interface ProgramEffects extends Effects {
  /**
   * Does work that no request leaves for, such as keeping a value of `platform.state`.
   *
   * @param sample the answer where the work is not done
   */
  local<T>(name: string, args: readonly unknown[], work: () => Promise<T>, sample: T): Promise<T>;
}
