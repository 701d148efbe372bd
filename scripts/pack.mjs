import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Packs the built program as an MCP bundle: `visibility-mcp-VERSION.mcpb`, or the file named on the command
 * line. The bundle holds what runs, what its manifest shows, and nothing else; dist/ needs no dependencies. Beside it stands what to
 * publish to the registry: server.json with the hash of this bundle, without which the registry takes no bundle.
 */
const { name, version, type, engines, license } = JSON.parse(await readFile('package.json', 'utf8'));
const output = process.argv[2] ?? `${name}-${version}.mcpb`;
const stage = await mkdtemp(join(tmpdir(), 'visibility-pack-'));
try {
  await mkdir(join(stage, 'bin'));
  const shown = ['assets/icon.png', 'assets/view.png', 'assets/locales'];
  for (const part of ['bin/visibility-mcp.js', 'dist', 'manifest.json', 'README.md', 'LICENSE', ...shown])
    // Declarations are for those who install the library from a registry.
    await cp(part, join(stage, part), { recursive: true, filter: (file) => !file.endsWith('.d.ts') });
  await writeFile(
    join(stage, 'package.json'),
    `${JSON.stringify({ name, version, type, license, engines }, null, 2)}\n`,
  );
  execFileSync('mcpb', ['pack', stage, output], { stdio: 'inherit' });
  const server = JSON.parse(await readFile('server.json', 'utf8'));
  const fileSha256 = createHash('sha256')
    .update(await readFile(output))
    .digest('hex');
  for (const one of server.packages) if (one.registryType === 'mcpb') one.fileSha256 = fileSha256;
  await writeFile(output.replace(/(\.mcpb)?$/, '.server.json'), `${JSON.stringify(server, null, 2)}\n`);
} finally {
  await rm(stage, { recursive: true, force: true });
}
