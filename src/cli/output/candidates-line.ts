import { fieldsOf, recordsOf, textOf } from '../../views/parts/read.ts';

/** What a refusal offers to choose from, as one line for a person: `Fjordkiste (fjordkiste.example, id 1); …`. Undefined: nothing. */
export function candidatesLine(error: unknown): string | undefined {
  const candidates = recordsOf(fieldsOf(error)['candidates']).map(({ id, name, domain }) => {
    const beside = [textOf(domain), `id ${String(id)}`].filter(Boolean).join(', ');
    return `${textOf(name) ?? '–'} (${beside})`;
  });
  return candidates.length > 0 ? `There are: ${candidates.join('; ')}.` : undefined;
}
