import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';

/** Where tests keep their stores: in memory where there is room, so that none waits for a disk that others keep busy. */
export const scratch: string = hasRoom() ? inMemory : tmpdir();

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize > 2 ** 30;
  } catch {
    return false;
  }
}
