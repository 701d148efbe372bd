import { Buffer } from 'node:buffer';
import { pdf } from '../../../formats/pdf.ts';
import { toCsv } from '../../../engine/http/reply.ts';
import { zip } from '../../../formats/zip.ts';
import type { Section } from './sections.ts';

type Sections = Readonly<Record<string, Section>>;

/** The sections on one page. */
export const asPdf = (title: string, sections: Sections): Buffer =>
  pdf([title, '', ...Object.entries(sections).map(([name, section]) => `${name}: ${inShort(section)}`)]);

const inShort = (section: Section): string =>
  'text' in section ? String(section['text']) : `${rowsOf(section).length} rows`;

/** One CSV a section that has rows. */
export const asZip = (sections: Sections): Uint8Array =>
  zip(
    Object.entries(sections)
      .map(([name, section]) => [name, rowsOf(section)] as const)
      .filter(([, rows]) => rows.length > 0)
      .map(([name, rows]) => ({ name: `${name}.csv`, bytes: Buffer.from(toCsv(Object.keys(rows[0] ?? {}), rows)) })),
  );

const rowsOf = ({ rows }: Section): readonly object[] => (Array.isArray(rows) ? rows : []);
