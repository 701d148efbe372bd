import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The test that something is started for, and with which it ends. A test's own context is one, also where tests run side by side. */
export interface Scope {
  onTestFinished(end: () => void | Promise<void>): void;
}

/** A folder that is gone when the test is over. */
export function folder(scope: Scope, parent = tmpdir()): string {
  const path = mkdtempSync(join(parent, 'visibility-mcp-'));
  scope.onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }));
  return path;
}
