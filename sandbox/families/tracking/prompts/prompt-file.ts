import { csvTable } from '../../../formats/csv-table.ts';
import type { CallOf } from '../../../engine/implement.ts';
import { columnsOf, type ColumnNames, type Columns } from '../../shared/columns.ts';
import { readUpload } from '../../../engine/upload.ts';
import { invalid } from '../../../engine/http/refusal.ts';

/** A prompt as a line of an import gives it. */
interface ImportedPrompt {
  readonly prompt_text: string;
  readonly prompt_category: string | null;
  readonly persona_label?: string | undefined;
  readonly commercial_intent?: string | undefined;
  readonly language?: string | undefined;
}

type Field = keyof ImportedPrompt;

const names: ColumnNames<Field> = {
  prompt_text: ['prompt_text', 'prompt', 'prompts', 'question', 'query', 'text', 'frage'],
  prompt_category: ['prompt_category', 'category', 'kategorie'],
  persona_label: ['persona_label', 'persona'],
  commercial_intent: ['commercial_intent'],
  language: ['language', 'sprache'],
};

/** Longest prompt that is taken; the contract states none for imports, and 5000 characters for a prompt check. */
const maxPromptLength = 5000;

/**
 * Reads the file of a prompt import: a header line, and columns found by it or given
 * (docs/platform/tracking.md#prompts: `mapping[col_name]=index`).
 */
export function readPromptFile({ input }: CallOf<'prompts.import'>) {
  const { name, bytes } = readUpload(input.file, 'file');
  if (/\.xlsx?$/i.test(name)) throw invalid({ file: ['The sandbox reads csv and txt only.'] });
  const rows = csvTable(bytes.toString('utf8'));
  if (!rows) throw invalid({ file: ['The file is no valid CSV.'] });
  const [header = []] = rows;
  const mapping = columnsOf(names, header, input.mapping);
  // One column without a known name is a plain list of prompts, from its first line on.
  const bare = header.length === 1 && mapping.prompt_text === undefined;
  const mapping_used: Columns<Field> = bare ? { ...mapping, prompt_text: 0 } : mapping;
  const lines = bare ? rows : rows.slice(1);
  const { prompt_text: column } = mapping_used;
  if (column === undefined) throw invalid({ file: ['No column holds prompts; name it prompt_text, or give mapping.'] });
  const prompts = new Map<string, ImportedPrompt>();
  const errors: { row: number; message: string }[] = [];
  let skipped = 0;
  for (const [index, line] of lines.entries()) {
    const prompt = toPrompt(line, mapping_used);
    const { prompt_text } = prompt;
    if (prompt_text.length > maxPromptLength)
      errors.push({ row: index + (bare ? 1 : 2), message: `The prompt is longer than ${maxPromptLength} characters.` });
    else if (prompt_text === '' || prompts.has(prompt_text)) skipped += 1;
    else prompts.set(prompt_text, prompt);
  }
  return { prompts: [...prompts.values()], skipped, errors, mapping_used };
}

function toPrompt(line: readonly string[], mapping: Columns<Field>): ImportedPrompt {
  const cell = (field: Field) => line[mapping[field] ?? -1] ?? '';
  const optional = (['persona_label', 'commercial_intent', 'language'] as const).filter((field) => cell(field) !== '');
  return {
    prompt_text: cell('prompt_text'),
    prompt_category: cell('prompt_category') || null,
    ...Object.fromEntries(optional.map((field) => [field, cell(field)])),
  };
}
