import type { Buffer } from 'node:buffer';
import { csvTable } from '../../../formats/csv-table.ts';
import type { CallOf } from '../../../engine/implement.ts';
import { readUpload } from '../../../engine/upload.ts';
import { columnsOf, type Columns } from '../../shared/columns.ts';
import { keywordColumns, type KeywordField } from './keyword-columns.ts';
import { decimalOf, localNumber, type Decimal } from './local-number.ts';
import { invalid, refuse, type Refusal } from '../../../engine/http/refusal.ts';
import type { Term } from '../../../invention/terms.ts';
import { xlsxTable } from '../../../formats/xlsx-table.ts';

/** The content of an uploaded keyword file. */
export interface KeywordFile {
  readonly terms: Term[];
  /** Rows without a keyword, and repetitions. */
  readonly skipped: number;
  /** The columns that are used, detected or given. */
  readonly detected_mapping: Columns<KeywordField>;
}

const maxFileBytes = 1024 * 1024;
const maxRows = 2000;

/** Reads the file of a keyword import, or answers 422 (docs/platform/content.md#keyword-import). */
export function readKeywordFile({ input }: CallOf<'keywords.import_csv'>): KeywordFile {
  const { name, bytes } = readUpload(input.file, 'file');
  if (!/\.(csv|txt|xlsx?)$/i.test(name)) throw invalid({ file: ['The file must be a csv, txt, xlsx or xls.'] });
  if (bytes.length > maxFileBytes) throw invalid({ file: ['The file is larger than 1 MB.'] });
  const rows = rowsOf(bytes);
  const headed = input.has_header === undefined || input.has_header === true;
  const headers = headed ? (rows[0] ?? []) : [];
  const mapping = columnsOf(keywordColumns, headers, input.mapping);
  if (mapping.keyword === undefined) throw noKeywordColumn(headers);
  const lines = headed ? rows.slice(1) : rows;
  if (lines.length > maxRows) throw invalid({ file: [`The file has more than ${maxRows} rows.`] });
  const decimal = decimalOf(lines.flat());
  const terms = new Map(
    lines
      .map((line) => toTerm(line, mapping, decimal))
      .filter(({ keyword }) => keyword !== '')
      .map((term) => [term.keyword, term]),
  );
  return { terms: [...terms.values()], skipped: lines.length - terms.size, detected_mapping: mapping };
}

/** By the content of the file, not by its name: spreadsheet programs may write text under the name of a workbook. */
function rowsOf(bytes: Buffer): readonly (readonly string[])[] {
  const workbook = bytes.toString('latin1', 0, 2) === 'PK';
  const binary = bytes.toString('hex', 0, 4) === 'd0cf11e0';
  const rows = workbook ? xlsxTable(bytes) : binary ? undefined : csvTable(bytes.toString('utf8'));
  if (!rows)
    throw invalid({
      file: ['The sandbox reads csv, txt and xlsx, and this is none; the platform takes binary xls too.'],
    });
  return rows;
}

/**
 * The body "adds detected_headers" (docs/platform/errors.md#codes): next to the code, and within the structured error.
 */
function noKeywordColumn(detected_headers: readonly string[]): Refusal {
  const [code, message] = ['no_keyword_column', 'No column holds keywords.'];
  return refuse(422, message, { code, error: { code, message, detected_headers }, detected_headers });
}

function toTerm(line: readonly string[], mapping: Columns<KeywordField>, decimal: Decimal): Term {
  const cell = (field: KeywordField) => line[mapping[field] ?? -1] ?? '';
  const volume = localNumber(cell('search_volume').replaceAll(/[.,](?=\d{3}(\D|$))/g, ''), decimal);
  return {
    keyword: cell('keyword'),
    search_volume: volume === null ? null : Math.round(volume),
    cpc: localNumber(cell('cpc'), decimal),
    difficulty: localNumber(cell('difficulty'), decimal),
    intent: cell('intent').toLowerCase() || null,
  };
}
