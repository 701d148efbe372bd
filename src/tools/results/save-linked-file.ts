import type { Client } from '../../client/index.ts';
import { keptFileScheme } from '../../client/calls/kept-files.ts';
import { placeInFolder } from '../../client/http/files/place-in-folder.ts';
import type { ToolResult } from '../definition/tool.ts';

/** Also writes the file that a result links to into the operator's folder. `file.path` of the result says where. */
export async function saveLinkedFile(
  result: ToolResult,
  client: Pick<Client, 'keptFile'>,
  folder: string,
): Promise<ToolResult> {
  const { link } = result;
  if (!link?.uri.startsWith(keptFileScheme)) return result;
  const { name = 'file', body } = await client.keptFile(link.uri.slice(keptFileScheme.length));
  const place = await placeInFolder(folder, name, body);
  const file = { ...(result.structured['file'] as object | undefined), ...place };
  const structured = { ...result.structured, file };
  const { plain } = result;
  return { ...result, structured, text: JSON.stringify(structured), plain: plain && (() => ({ ...plain(), file })) };
}
