import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The licences of everything in dist/ that is not ours: one section a package, with its texts as the package ships them.
 * Where a package ships none, the text of the licence that it names, as in scripts/licenses/, under its author's name.
 *
 * @param files what was bundled or copied, as paths; those outside node_modules/ are ours
 * @throws Error that names each package without a licence text
 */
export async function thirdPartyLicenses(files: readonly string[]): Promise<string> {
  const folders = [...new Set(files.flatMap((file) => packageFolder(file) ?? []))];
  const packages = await Promise.all(folders.map(describePackage));
  const unlicensed = packages.filter(({ text }) => text === undefined).map(({ title }) => title);
  if (unlicensed.length > 0)
    throw new Error(`no licence text for ${unlicensed.join(', ')}: put that of its licence into scripts/licenses/`);
  const sections = new Map(packages.map((described) => [described.title, sectionOf(described)]));
  return [
    introduction,
    ...[...sections].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text),
  ].join('\n');
}

const introduction = `visibility-mcp contains the software listed here, each under the licence that follows its name.
The source code of each is at the address given with it, also of the libraries in compiled engines (.wasm).
`;

interface DescribedPackage {
  readonly title: string;
  /** Where its source code is. */
  readonly source: string;
  readonly text: string | undefined;
}

const sectionOf = ({ title, source, text }: DescribedPackage): string =>
  `${'='.repeat(80)}\n${title}\n${source}\n${'-'.repeat(80)}\n\n${text}\n`;

/** The innermost package that a file belongs to. */
const packageFolder = (file: string): string | undefined =>
  /^(.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file)?.[1];

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string | undefined;
  readonly author?: string | { readonly name: string } | undefined;
  readonly repository?: string | { readonly url: string } | undefined;
}

async function describePackage(folder: string): Promise<DescribedPackage> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version, license } = manifest;
  return {
    title: [name, version, license && `(${license})`].filter(Boolean).join(' '),
    source: sourceOf(manifest),
    text: (await ownTexts(folder)) ?? (await textInReadme(folder)) ?? (await standardText(manifest)),
  };
}

function sourceOf({ name, repository }: Manifest): string {
  const address = typeof repository === 'string' ? repository : repository?.url;
  if (address === undefined) return `https://www.npmjs.com/package/${name}`;
  // `owner/name` is short for a repository on GitHub.
  return /^[\w.-]+\/[\w.-]+$/.test(address) ? `https://github.com/${address}` : address;
}

async function ownTexts(folder: string): Promise<string | undefined> {
  const names = (await readdir(folder)).filter((name) => /^(licen[cs]e|copying|notice|ofl)/i.test(name)).toSorted();
  if (names.every((name) => /^notice/i.test(name))) return undefined;
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => text.trim()).join('\n\n');
}

/** Some packages have their licence in the last section of their README only. */
async function textInReadme(folder: string): Promise<string | undefined> {
  const name = (await readdir(folder)).find((file) => /^readme/i.test(file));
  if (name === undefined) return undefined;
  const [, text = ''] = /^#+ *licen[cs]e\s*$([^]*)/im.exec(await readFile(join(folder, name), 'utf8')) ?? [];
  return text.includes('Permission is hereby granted') ? text.trim() : undefined;
}

async function standardText({ name, license = '', author }: Manifest): Promise<string | undefined> {
  const file = new URL(`licenses/${encodeURIComponent(license)}.txt`, import.meta.url);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const holder = (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`;
  return text && `Copyright (c) ${holder}\n\n${text.trim()}`;
}
