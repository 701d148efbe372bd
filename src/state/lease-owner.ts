import { hostname } from 'node:os';

/** Whether the process that took a lease, as `leaseOwner` names it, was one of this machine's and has ended. */
export function hasEnded(owner: string): boolean {
  const [host, pid] = owner.split(' ');
  if (host !== hostname() || !Number.isSafeInteger(Number(pid)) || Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** The name that a process takes leases under. `part` tells apart what takes leases within it. */
export const leaseOwner = (part: string): string => `${hostname()} ${process.pid} ${part}`;
