import type { Told } from '../../test/tools/workflows/support/stage.ts';

/** The records of a result: in full, as a table, or below a field. */
export function recordsIn(result: Told, field?: string): Told[] {
  const data = field === undefined ? result.data : field.split('.').reduce((at, name) => at?.[name], result.data);
  if (Array.isArray(data)) return data;
  const { columns = [], rows = [] } = data ?? {};
  return rows.map((row: unknown[]) => Object.fromEntries(columns.map((name: string, at: number) => [name, row[at]])));
}

/** The id of the record of a listing whose fields hold `words`. */
export const idOf = (result: Told, words: string, field?: string): number =>
  recordsIn(result, field).find((record) => JSON.stringify(record).includes(words))?.id;

/** Whether the answer names each of these, a number not as a part of a longer one. */
export const says = (answer: string, ...wanted: readonly (string | number)[]): boolean =>
  wanted.every((one) => {
    const plain = String(one).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    return new RegExp(typeof one === 'number' ? `(?<![\\d.])${plain}(?!\\d|\\.\\d)` : plain, 'i').test(answer);
  });
