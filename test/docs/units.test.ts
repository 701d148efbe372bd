import { spawnSync } from 'node:child_process';
import { chmodSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { expect, test as always } from 'vitest';
import { temporaryFolder } from '../cli/program.ts';

const root = resolve(import.meta.dirname, '../..');
const units = globSync(['deploy/*.service', 'examples/schedule/*.{service,timer}'], { cwd: root });

/** systemd loads units only where it is installed; older ones refuse more. */
const test = always.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0);

test('systemd takes the units of deploy/ and examples/schedule/ as they are', () => {
  const folder = temporaryFolder();
  const program = join(folder, 'visibility-mcp');
  writeFileSync(program, '#!/bin/sh\n');
  chmodSync(program, 0o755);
  const placed = units.map((unit) => {
    // An instance of a template is verified, not the template.
    const file = join(folder, basename(unit).replace('@.', '@nightly.'));
    // It looks for programs in its own folders only, and the program may not be in one of them here.
    writeFileSync(
      file,
      readFileSync(join(root, unit), 'utf8').replace('ExecStart=visibility-mcp', `ExecStart=${program}`),
    );
    return file;
  });
  expect(placed.length).toBeGreaterThan(4);
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...placed], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
