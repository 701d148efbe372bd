import { leaseOwner } from '../../../src/state/lease-owner.ts';

/** The name of a process of this machine that has ended: no process has that id. */
export const endedProcess = (part: string): string => leaseOwner(part).replace(` ${process.pid}:`, ' 4194303:');
