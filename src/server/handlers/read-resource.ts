import { ResourceNotFoundError, type ReadResourceResult } from '@modelcontextprotocol/server';
import { matchTemplate, type Resources } from '../../resources/index.ts';
import type { Content } from '../../resources/resource.ts';
import type { Exit } from '../../tools/run-tool.ts';
import { shortMessage, toProtocolError } from './to-protocol-error.ts';

/**
 * Runs one `resources/read`. A missing thing is the protocol's error for addresses that do not
 * exist; a refusal of the platform or of a limit is an error of one sentence.
 */
export async function readResource(
  { fixed, templates }: Resources,
  uri: string,
  redact: Exit['redact'],
  onDefect: (error: unknown) => void,
): Promise<ReadResourceResult> {
  try {
    const resource = fixed.find((candidate) => candidate.uri === uri);
    if (resource) {
      const { mimeType, meta } = resource;
      return { contents: [{ uri, ...leavingContent({ mimeType, text: await resource.read() }, redact), _meta: meta }] };
    }
    for (const template of templates) {
      const given = matchTemplate(template.uriTemplate, uri);
      if (given === undefined) continue;
      const contents = [await template.read(given)].flat().map((content) => leavingContent(content, redact));
      const shown = redact(uri);
      return { contents: contents.map((content, at) => ({ uri: at === 0 ? shown : `${shown}#about`, ...content })) };
    }
  } catch (error) {
    throw toProtocolError(uri, error, onDefect);
  }
  throw new ResourceNotFoundError(uri, `Unknown resource: ${shortMessage(uri)}`);
}

/** A content as it leaves, without secrets: JSON that holds one stays JSON. */
function leavingContent(content: Content, redact: Exit['redact']): Content {
  if ('blob' in content) {
    const forms = [content.blob, Buffer.from(content.blob, 'base64').toString()];
    if (forms.every((form) => redact(form) === form)) return content;
    // Without its secret a file of unknown form would be broken: nothing of it is shown.
    return { mimeType: 'text/plain', text: 'Not shown: it holds a secret of this server.' };
  }
  const text = redact(content.text);
  if (text === content.text || content.mimeType !== 'application/json') return { ...content, text };
  try {
    return { ...content, text: JSON.stringify(redact(JSON.parse(content.text) as unknown)) };
  } catch {
    return { ...content, text };
  }
}
