import manifest from '../../package.json' with { type: 'json' };

/** The versions of Node that are supported: older ones bundle an SQLite that can corrupt a WAL file when it is reset. */
export const nodeRange: string = manifest.engines.node;

/** Whether a version is in that range. The launcher uses the same check. */
export function isInRange(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  if (major === 22) return minor > 22 || (minor === 22 && patch >= 3);
  return major > 24 || (major === 24 && minor >= 15);
}
