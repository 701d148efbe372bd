import { execFileSync } from 'node:child_process';

/** Builds the program before the first test, so that none runs against an older one. */
export const setup = (): void => void execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
