#!/usr/bin/env node
// This file has to run on a Node too old for the program (14 is the oldest it is meant for), to hand
// over to the one that came with the package or to say what is needed. Where Node is new enough it
// imports nothing itself: every built-in module imported here would be paid for at each start.
const needed = '>=22.22.3 <23 || >=24.15';
const handedOver = '_VISIBILITY_MCP_HANDED_OVER';

// Unheard, this signal opens the inspector: a port at which any program of the machine could read the token.
if (process.platform !== 'win32') process.on('SIGUSR1', () => {});

if (isNewEnough(process.versions.node)) start();
else handOver();

function isNewEnough(version) {
  const [major, minor, patch] = version.split('.').map((part) => parseInt(part, 10));
  if (major === 22) return minor > 22 || (minor === 22 && patch >= 3);
  return major > 24 || (major === 24 && minor >= 15);
}

function start() {
  // Started by handOver: the channel ends when that process does, even if it was killed.
  if (process.env[handedOver] && process.channel) {
    process.channel.unref();
    process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  }
  process.getBuiltinModule('module').enableCompileCache();
  const program = new URL('../dist/main.js', import.meta.url);
  import(program.href).catch((error) => {
    if (process.getBuiltinModule('fs').existsSync(program)) throw error;
    fail('not built yet: run `npm run build` first');
  });
}

function handOver() {
  void Promise.all([import('child_process'), import('fs'), import('url')]).then(
    ([{ spawn }, { existsSync }, { fileURLToPath }]) => {
      const name = process.platform === 'win32' ? 'node.exe' : 'node';
      const pinned = fileURLToPath(new URL(`../node_modules/node/bin/${name}`, import.meta.url));
      if (process.env[handedOver] || !existsSync(pinned))
        return fail(`Node ${needed} is needed, this is ${process.versions.node}`);
      // The pinned Node knows the option; with it there is no moment at which the signal is unheard.
      const child = spawn(pinned, ['--disable-sigusr1', fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
        env: { ...process.env, [handedOver]: process.versions.node },
      });
      const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
      const pass = (signal) => {
        // A terminal gives Ctrl-C to both processes by itself.
        if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
      };
      signals.forEach((signal) => process.on(signal, pass));
      child.on('error', (error) => fail(`cannot start ${pinned}: ${error.message}`, 1));
      child.on('exit', (code, signal) => {
        if (!signal) process.exit(code === null ? 1 : code);
        signals.forEach((each) => process.removeListener(each, pass));
        process.kill(process.pid, signal);
      });
    },
  );
}

// 2: the same command fails again (docs/command-line.md).
function fail(message, code = 2) {
  process.stderr.write(`visibility-mcp: ${message}\n`);
  process.exitCode = code;
}
