import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { thirdPartyLicenses } from '../scripts/third-party-licenses.ts';
import { temporaryFolder } from './cli/program.ts';

/** A package in a node_modules folder of its own, and one file that was bundled from it. */
function installed(manifest: object, files: Readonly<Record<string, string>> = {}): string {
  const folder = join(temporaryFolder(), 'node_modules', 'some-package');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries({
    ...files,
    'package.json': JSON.stringify({ name: 'some-package', version: '1.2.3', ...manifest }),
  }))
    writeFileSync(join(folder, name), text);
  return join(folder, 'lib', 'index.js');
}

describe('the licences of others', () => {
  it('hold the texts of each package once, as it ships them', async () => {
    const file = installed({ license: 'ISC' }, { LICENSE: 'You may.', 'NOTICE.md': 'Mind the gap.' });
    const text = await thirdPartyLicenses(['src/main.ts', file, file.replace('index', 'other')]);
    expect(text.split('some-package 1.2.3 (ISC)')).toHaveLength(2);
    expect(text).toContain('You may.\n\nMind the gap.');
  });

  it.each([[{}], [{ license: 'EUPL-1.2' }], [{ license: '../../LICENSE' }]])(
    'are refused as incomplete where a package has no text: %j',
    async (manifest) => {
      await expect(thirdPartyLicenses([installed(manifest, { NOTICE: 'x' })])).rejects.toThrow(
        /no licence text for some-package 1\.2\.3/,
      );
    },
  );

  it('are built from what is in dist/: code, pages and engines', () => {
    const text = readFileSync(resolve(import.meta.dirname, '../dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
    const titles = text.split('='.repeat(80)).map((section) => section.trim().split(/ \d/)[0]);
    expect(titles).toEqual(
      expect.arrayContaining([
        'undici',
        'oidc-provider',
        'd3-scale',
        '@jitl/quickjs-ng-wasmfile-release-sync',
        'quickjs-emscripten-core',
      ]),
    );
  });
});
