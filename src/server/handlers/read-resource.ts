import { ResourceNotFoundError, type ReadResourceResult } from '@modelcontextprotocol/server';
import { matchTemplate, type Resources } from '../../resources/index.ts';
import { shortMessage, toProtocolError } from './to-protocol-error.ts';

/**
 * Runs one `resources/read`. A missing thing is the protocol's error for addresses that do not
 * exist; a refusal of the platform or of a limit is an error of one sentence.
 */
export async function readResource(
  { fixed, templates }: Resources,
  uri: string,
  onDefect: (error: unknown) => void,
): Promise<ReadResourceResult> {
  try {
    const resource = fixed.find((candidate) => candidate.uri === uri);
    if (resource) {
      const { mimeType, meta } = resource;
      return { contents: [{ uri, mimeType, text: await resource.read(), _meta: meta }] };
    }
    for (const template of templates) {
      const given = matchTemplate(template.uriTemplate, uri);
      if (given === undefined) continue;
      const contents = [await template.read(given)].flat();
      return { contents: contents.map((content, at) => ({ uri: at === 0 ? uri : `${uri}#about`, ...content })) };
    }
  } catch (error) {
    throw toProtocolError(uri, error, onDefect);
  }
  throw new ResourceNotFoundError(uri, `Unknown resource: ${shortMessage(uri)}`);
}
