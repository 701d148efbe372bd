import type { Fields } from '../../../base/json/is-fields.ts';
import { fieldsOf, textOf } from '../parts/read.ts';

/** The structured content of a result with the view's own data, or the JSON of its text: some hosts pass only that. */
export function structuredOf(result: unknown): Fields {
  const { structuredContent, content, isError, _meta } = fieldsOf(result);
  const text = Array.isArray(content) ? textOf(fieldsOf(content[0])['text']) : undefined;
  const structured = fieldsOf(structuredContent ?? parseJson(text));
  // A refusal by the host itself is only a text.
  if (isError === true && structured['ok'] === undefined) return { ok: false, error: { message: text } };
  const more = fieldsOf(_meta)['visibility-mcp/view'];
  return more === undefined
    ? structured
    : { ...structured, data: { ...fieldsOf(structured['data']), ...fieldsOf(more) } };
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
}
