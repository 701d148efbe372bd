import { fieldsOf, recordsOf, textOf } from '../../reports/views/parts/read.ts';

/** The candidates that a refusal names, in one line: `Fjordkiste (fjordkiste.example, id 1); …`. */
export function candidatesLine(error: unknown): string | undefined {
  const candidates = recordsOf(fieldsOf(error)['candidates']).map(({ id, name, domain }) => {
    const beside = [textOf(domain), `id ${String(id)}`].filter(Boolean).join(', ');
    return `${textOf(name) ?? '–'} (${beside})`;
  });
  return candidates.length > 0 ? `There are: ${candidates.join('; ')}.` : undefined;
}
