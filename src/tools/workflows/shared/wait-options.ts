import type { Waiting } from '../../calling/call-options.ts';

/** What a workflow's own arguments say about waiting; `usual` seconds where they say nothing. */
export const waitOptions = (
  { wait_s, again }: { readonly wait_s?: number | undefined; readonly again?: boolean | undefined },
  usual: number,
): Waiting => ({
  waitSeconds: wait_s ?? usual,
  wait_s,
  again,
});
