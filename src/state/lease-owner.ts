import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Whether the process that took a lease ran on this machine and has ended. `owner`: its name, made by `leaseOwner`. */
export function hasEnded(owner: string): boolean {
  const [machine, id = ''] = owner.split(' ');
  if (machine !== thisMachine) return false;
  const [pid = '', started] = id.split(':');
  const start = Number(pid) === process.pid ? thisStart : startOf(pid);
  if (start !== undefined) return start !== started;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** The name under which a process takes leases. `part` distinguishes the holders of leases within one process. */
export const leaseOwner = (part: string): string => `${thisMachine} ${process.pid}:${thisStart} ${part}`;

/** Containers may share a host name but have their own process ids; then they also have their own namespace. */
const thisMachine = `${hostname()}${attempt(() => readlinkSync('/proc/self/ns/pid')) ?? ''}`;

const thisStart = startOf('self') ?? randomUUID();

/**
 * When a process of this machine started, in ticks since the boot (proc(5), field 22): process ids are reused. Undefined if
 * it is not known.
 */
function startOf(pid: string): string | undefined {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The name of the program may hold spaces and parentheses.
  return stat
    ?.slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .at(19);
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
