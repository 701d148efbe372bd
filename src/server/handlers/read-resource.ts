import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ReadResourceResult,
} from '@modelcontextprotocol/server';
import { isVisibilityError } from '../../client/errors/visibility-error.ts';
import { matchTemplate, type Resources } from '../../resources/index.ts';
import { maxMessageLength } from '../../text/bounds.ts';
import { oneLine } from '../../text/one-line.ts';

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
      return { contents: [{ uri, mimeType, text: await resource.read(), ...(meta ? { _meta: meta } : {}) }] };
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
  throw new ResourceNotFoundError(uri, `Unknown resource: ${shortly(uri)}`);
}

function toProtocolError(uri: string, error: unknown, onDefect: (error: unknown) => void): ProtocolError {
  if (!isVisibilityError(error)) {
    onDefect(error);
    return new ProtocolError(ProtocolErrorCode.InternalError, 'A defect of this server; its log has the details.');
  }
  const message = shortly([error.message, error.next].filter(Boolean).join(' '));
  if (isMissing(error.code, error.status)) return new ResourceNotFoundError(uri, message);
  return new ProtocolError(ProtocolErrorCode.InternalError, message, {
    code: error.code,
    ...(error.retryAfter === undefined ? {} : { retry_after: error.retryAfter }),
  });
}

/** Nothing is there for this caller, or what is in the address cannot be an id. */
const isMissing = (code: string, status: number | undefined): boolean =>
  [403, 404, 410].includes(status ?? 0) ||
  ['not_found', 'unknown_job', 'unknown_operation', 'wrong_effect', 'invalid_arguments', 'job_failed'].includes(code);

const shortly = (text: string): string => oneLine(text, maxMessageLength);
