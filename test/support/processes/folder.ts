import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { scratch } from '../state/scratch.ts';

/** A folder that is gone at the end of its block. */
export async function folder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(scratch, 'visibility-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
