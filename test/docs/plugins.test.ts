import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const json = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(resolve(root, file), 'utf8')) as Record<string, unknown>;

test('plugin manifests state the version of the package and start its program', () => {
  const { version, bin } = json('package.json') as { version: string; bin: Record<string, string> };
  for (const file of ['.claude-plugin/plugin.json', 'gemini-extension.json']) {
    const manifest = json(file) as { version: string; mcpServers: Record<string, { args: string[] }> };
    expect(manifest.version).toBe(version);
    const [program] = manifest.mcpServers['visibility']?.args ?? [];
    expect(program?.replaceAll('${/}', '/')).toMatch(new RegExp(`\\}/?${bin['visibility-mcp']}$`));
  }
});

test('the skill names only tools that there are', () => {
  const skill = readFileSync(resolve(root, 'skills/visibility/SKILL.md'), 'utf8');
  expect(skill).toMatch(/^---\nname: visibility\ndescription: .{40,1000}\n---\n/);
  const names = new Set(toolNames());
  const told = [...skill.matchAll(/`([a-z]+_[a-z_]+)(?: \{|`)/g)].map(([, name]) => name ?? '');
  const others = new Set(['budget_exceeded', 'confirmation_required', 'outcome_unknown', 'needs_you']);
  expect(told.length).toBeGreaterThan(15);
  expect(told.filter((name) => !names.has(name) && !others.has(name))).toEqual([]);
});

function toolNames(): string[] {
  const { full } = json('dist/lists.json') as { full: { tools: { tools: { name: string }[] } } };
  return full.tools.tools.map(({ name }) => name);
}
