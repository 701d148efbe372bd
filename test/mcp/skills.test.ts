import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { openHost } from './support/in-process.ts';
import { parse } from 'yaml';

const scope = { onTestFinished };

/** The checks of a host before it loads a skill, as the extension requires (SEP-2640, "Integrity and Verification"). */
it.each(['2025-11-25', '2026-07-28'])(
  'a host of %s finds the skill, and what it reads is what was listed',
  async (version) => {
    const host = await openHost(scope, { version });
    const handshake = host.messages.find(({ id }) => id === 'handshake')?.result ?? {};
    if (version === '2025-11-25')
      expect(handshake['capabilities']).toMatchObject({ extensions: { 'io.modelcontextprotocol/skills': {} } });
    const listed = (await host.request('skills/list')).result ?? {};
    expect(listed).toMatchObject({ resultType: 'complete', cacheScope: 'public', ttlMs: expect.any(Number) });
    const [skill, ...others] = listed['skills'] as {
      uri: string;
      frontmatter: Record<string, string>;
      resources: { uri: string; digest: string; size: number }[];
    }[];
    if (!skill) throw new Error('no skill');
    expect([skill.uri, others]).toEqual([`skill://${skill.frontmatter['name']}/SKILL.md`, []]);
    expect((await host.request('skills/get', { uri: skill.uri })).result?.['skill']).toEqual(skill);
    const read = (await host.request('resources/read', { uri: skill.uri })).result ?? {};
    const [content] = read['contents'] as { text: string; mimeType: string }[];
    expect(content).toMatchObject({
      mimeType: 'text/markdown',
      text: readFileSync('skills/visibility/SKILL.md', 'utf8'),
    });
    const bytes = Buffer.from(String(content?.text));
    const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    expect(skill.resources).toEqual([{ uri: skill.uri, digest, size: bytes.length }]);
    expect(skill.frontmatter).toEqual(parse(/^---\n([^]*?)\n---/.exec(bytes.toString())?.[1] ?? ''));
    const resources = (await host.request('resources/list')).result?.['resources'] as Record<string, string>[];
    expect(resources).toContainEqual(
      expect.objectContaining({ uri: skill.uri, name: 'visibility', description: skill.frontmatter['description'] }),
    );
    for (const params of [{ uri: 'skill://refunds/SKILL.md' }, { uri: 7 }, {}])
      expect((await host.request('skills/get', params)).error?.code).toBe(-32602);
  },
);
