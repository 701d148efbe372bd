import { hostname } from 'node:os';

/** Whether the process that took a lease ran on this machine and has ended. `owner`: its name, made by `leaseOwner`. */
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

/** The name under which a process takes leases. `part` distinguishes the holders of leases within one process. */
export const leaseOwner = (part: string): string => `${hostname()} ${process.pid} ${part}`;
