#!/usr/bin/env node
// Nothing here may need a newer Node than 14: this file has to run on one that is too old for the
// program, in order to hand over to the one that came with the package, or to say what is needed.
import { spawn } from 'child_process';
import { existsSync } from 'fs';
import module from 'module';
import { fileURLToPath } from 'url';

const needed = '>=22.22.3 <23 || >=24.15';
const handedOver = '_VISIBILITY_MCP_HANDED_OVER';
const program = new URL('../dist/main.js', import.meta.url);
const pinned = fileURLToPath(new URL(`../node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`, import.meta.url));

if (isNewEnough(process.versions.node)) start();
else if (existsSync(pinned) && !process.env[handedOver]) handOver();
else fail(`Node ${needed} is needed, this is ${process.versions.node}`);

function isNewEnough(version) {
  const [major, minor, patch] = version.split('.').map((part) => parseInt(part, 10));
  if (major === 22) return minor > 22 || (minor === 22 && patch >= 3);
  return major > 24 || (major === 24 && minor >= 15);
}

function start() {
  if (!existsSync(program)) return fail('not built yet: run `npm run build` first');
  // Started by handOver: the channel ends when that process does, even if it was killed.
  if (process.env[handedOver] && process.channel) {
    process.channel.unref();
    process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  }
  if (module.enableCompileCache) module.enableCompileCache();
  import(program.href);
}

function handOver() {
  const child = spawn(pinned, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [handedOver]: process.versions.node },
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const pass = (signal) => {
    // A terminal gives Ctrl-C to both processes by itself.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  signals.forEach((signal) => process.on(signal, pass));
  child.on('error', (error) => fail(`cannot start ${pinned}: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code === null ? 1 : code);
    signals.forEach((name) => process.removeListener(name, pass));
    process.kill(process.pid, signal);
  });
}

function fail(message) {
  process.stderr.write(`visibility-mcp: ${message}\n`);
  process.exitCode = 1;
}
