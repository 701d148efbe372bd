import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { hasEnded, leaseOwner } from '../../src/state/lease-owner.ts';

test.runIf(process.platform === 'linux')('a process is known by its machine, its id and its start', () => {
  const machine = `${hostname()}${readlinkSync('/proc/self/ns/pid')}`;
  const name = (pid: number): string =>
    `${machine} ${pid}:${readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19]} part`;
  const { pid, ppid } = process;
  expect(leaseOwner('part')).toBe(name(pid));
  const alive = [name(pid), name(ppid), `elsewhere ${pid}:0 part`, 'part'];
  expect(alive.map(hasEnded)).toEqual(alive.map(() => false));
  // Ids are reused.
  const ended = [`${machine} ${pid}:0 part`, `${machine} ${ppid}:0 part`, `${machine} 4194303:0 part`];
  expect(ended.map(hasEnded)).toEqual(ended.map(() => true));
});
