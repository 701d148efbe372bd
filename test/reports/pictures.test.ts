import { beforeAll, expect, test } from 'vitest';
import { drawable } from '../../src/reports/fonts.ts';
import { startHost, type Host } from '../mcp/support/stdio-host.ts';
import { suiteScope } from '../mcp/support/suite-scope.ts';

interface Content {
  readonly type: string;
  readonly data?: string;
  readonly mimeType?: string;
  readonly annotations?: unknown;
}

const scope = suiteScope();
let host: Host;
beforeAll(async () => {
  host = await startHost(scope, { env: { VISIBILITY_SANDBOX: '1' } });
});

test('picture: true adds one PNG for the person, and leaves the result as it is', async () => {
  const content = async (args: object): Promise<Content[]> => {
    const { result } = await host.request('tools/call', { name: 'visibility_report', arguments: args });
    return (result as { content: Content[] }).content;
  };
  const [plain, ...nothing] = await content({});
  const [text, picture, ...more] = await content({ picture: true });
  expect([nothing, more]).toEqual([[], []]);
  expect(text?.type).toBe(plain?.type);
  expect(picture).toMatchObject({ type: 'image', mimeType: 'image/png', annotations: { audience: ['user'] } });
  const png = Buffer.from(picture?.data ?? '', 'base64');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.byteLength).toBeLessThanOrEqual(100_000);
});

test('an error stays without a picture, and a picture that is no flag is refused', async () => {
  const failed = await host.request('tools/call', {
    name: 'visibility_report',
    arguments: { brand: 'nobody', picture: true },
  });
  expect((failed.result as { content: Content[] }).content.map(({ type }) => type)).toEqual(['text']);
  const { ok } = await host.call('credits', { picture: 'yes' });
  expect(ok).toBe(false);
});

test('what no font at hand can draw is named in a picture, not left out', () => {
  expect(drawable('Zelt テント 帐篷 텐트 เต็นท์ – Café Ωμέγα Палатка')).toBe(
    'Zelt [Japanese] [Chinese] [Korean] [Thai] – Café Ωμέγα Палатка',
  );
});

test('pictures are resources too', async () => {
  for (const name of ['report', 'credits', 'Fjordkiste']) {
    const { result } = await host.request('resources/read', { uri: `visibility://pictures/${name}.svg` });
    const [{ text, mimeType }] = (result as { contents: [{ text: string; mimeType: string }] }).contents;
    expect(mimeType).toBe('image/svg+xml');
    expect(text).toMatch(/^<svg /);
    expect(text).not.toContain('<script');
  }
});

test('hosts with MCP Apps find a page for each view', async () => {
  const { result } = await host.request('tools/list');
  const linked = (result as { tools: { name: string; _meta?: { ui?: { resourceUri: string } } }[] }).tools.flatMap(
    ({ _meta }) => _meta?.ui?.resourceUri ?? [],
  );
  expect(new Set(linked)).toEqual(
    new Set(['report', 'keywords', 'audit', 'credits', 'article', 'jobs'].map((name) => `ui://visibility/${name}`)),
  );
  for (const uri of new Set(linked)) {
    const read = await host.request('resources/read', { uri });
    const [{ text, mimeType }] = (read.result as { contents: [{ text: string; mimeType: string }] }).contents;
    expect(mimeType).toBe('text/html;profile=mcp-app');
    expect(Buffer.byteLength(text)).toBeLessThan(400_000);
    expect(text).not.toMatch(/(?:src|href)="https?:/);
  }
});
