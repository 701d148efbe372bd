import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Resource } from './resource.ts';

/** The entry of a skill in `skills/list` and `skills/get` of the extension `io.modelcontextprotocol/skills` (SEP-2640). */
export interface SkillEntry {
  readonly uri: string;
  readonly frontmatter: Readonly<Record<string, string>>;
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[];
}

interface Skill {
  readonly entry: SkillEntry;
  readonly text: string;
}

let skills: readonly Skill[] | undefined;

/** The skills of this package, which hosts otherwise read from its folder. Each is one file. */
export const readSkills = (): readonly Skill[] => (skills ??= namesOf(folder()).map(readSkill));

/** Skills as resources, for hosts that do not know the extension. */
export const skillResources = (): readonly Resource[] =>
  readSkills().map(({ entry: { uri, frontmatter }, text }) => ({
    uri,
    name: frontmatter['name'] ?? '',
    title: `Skill: ${frontmatter['name']}`,
    description: frontmatter['description'] ?? '',
    mimeType: 'text/markdown',
    read: async () => text,
  }));

/** The folder of the skills: next to the bundle, or in the repository. */
function folder(): URL {
  const beside = new URL('skills/', import.meta.url);
  return existsSync(beside) ? beside : new URL('../../skills/', import.meta.url);
}

/** The names of the skills, which are folders; files such as .DS_Store may be next to them. */
const namesOf = (skillsFolder: URL): string[] =>
  readdirSync(skillsFolder, { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => name)
    .toSorted();

function readSkill(name: string): Skill {
  const bytes = readFileSync(new URL(`${name}/SKILL.md`, folder()));
  const text = bytes.toString();
  const uri = `skill://${name}/SKILL.md`;
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  return { text, entry: { uri, frontmatter: frontmatterOf(text), resources: [{ uri, digest, size: bytes.length }] } };
}

/** The fields of the frontmatter, each on one line. A test compares this with what a YAML parser reads. */
function frontmatterOf(text: string): Record<string, string> {
  const [, head = ''] = /^---\r?\n([^]*?)\r?\n---\r?\n/.exec(text) ?? [];
  return Object.fromEntries(head.split(/\r?\n/).map((line) => [line.split(':', 1)[0], line.replace(/^[^:]*: */, '')]));
}
