import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ReadResourceResult,
} from '@modelcontextprotocol/server';
import { matchTemplate, type ResourceContent, type Resources, type Within } from '../../resources/index.ts';
import type { Exit } from '../../tools/index.ts';
import { maxMessageLength } from '../../base/text/bounds.ts';
import { internalFailure } from '../../tools/results/error-result.ts';
import { oneLine } from '../../base/text/one-line.ts';
import { isVisibilityError } from '../../client/errors.ts';

/** Runs one `resources/read`. A refusal by the platform or by a limit is an error of one sentence. */
export async function readResource(
  resources: Resources,
  uri: string,
  exit: Exit,
  onDefect: (error: unknown) => void,
): Promise<ReadResourceResult> {
  const { fixed, templates, within } = resources;
  let own: Within | undefined;
  try {
    own = await within?.(uri);
    const resource = fixed.find((candidate) => candidate.uri === uri);
    if (!own && resource) {
      const { mimeType, meta } = resource;
      return { contents: [{ uri, ...leavingContent({ mimeType, text: await resource.read() }, exit), _meta: meta }] };
    }
    for (const template of own ? [] : templates) {
      const variable = matchTemplate(template.uriTemplate, uri);
      if (variable === undefined) continue;
      const contents = [await template.read(variable)].flat().map((content) => leavingContent(content, exit));
      const redactedUri = exit.redact(uri);
      return {
        contents: contents.map((content, at) => ({ uri: at === 0 ? redactedUri : `${redactedUri}#about`, ...content })),
      };
    }
  } catch (error) {
    throw toProtocolError(uri, error, onDefect);
  }
  if (!own) throw new ResourceNotFoundError(uri, `Unknown resource: ${shortMessage(uri)}`);
  const { uri: ownUri } = own;
  const { contents } = await readResource(own.resources, ownUri, own.exit, onDefect);
  return exit.redact({
    contents: contents.map((content) => ({ ...content, uri: content.uri.replace(ownUri, uri) })),
  });
}

/** A content as it leaves the server: JSON from the sandbox is marked, and secrets are removed so that JSON stays JSON. */
function leavingContent(content: ResourceContent, { redact, sandbox }: Exit): ResourceContent {
  if ('blob' in content) {
    const forms = [content.blob, Buffer.from(content.blob, 'base64').toString()];
    if (forms.every((form) => redact(form) === form)) return content;
    // Removing the secret would break a file of unknown form, so nothing of it is shown.
    return { mimeType: 'text/plain', text: 'Not shown: it holds a secret of this server.' };
  }
  const isJson = content.mimeType === 'application/json';
  const markedText = sandbox && isJson ? marked(content.text) : content.text;
  const text = redact(markedText);
  if (text === markedText || !isJson) return { ...content, text };
  try {
    return { ...content, text: JSON.stringify(redact(JSON.parse(markedText) as unknown)) };
  } catch {
    return { ...content, text };
  }
}

/** An object marked as coming from the embedded platform. */
function marked(json: string): string {
  if (!json.startsWith('{')) return json;
  try {
    return JSON.stringify({ sandbox: true, ...(JSON.parse(json) as object) });
  } catch {
    return json;
  }
}

/** The protocol's error for a resource that cannot be read or watched. */
function toProtocolError(uri: string, error: unknown, onDefect: (error: unknown) => void): ProtocolError {
  if (!isVisibilityError(error)) {
    onDefect(error);
    return new ProtocolError(ProtocolErrorCode.InternalError, internalFailure);
  }
  const message = shortMessage([error.message, error.next].filter(Boolean).join(' '));
  if (isMissing(error.code, error.status)) return new ResourceNotFoundError(uri, message);
  return new ProtocolError(ProtocolErrorCode.InternalError, message, {
    code: error.code,
    retry_after: error.retryAfter,
  });
}

/** Nothing exists there for this caller, or the address holds no valid id. */
const isMissing = (code: string, status: number | undefined): boolean =>
  [403, 404, 410].includes(status ?? 0) ||
  ['not_found', 'unknown_job', 'unknown_operation', 'wrong_effect', 'invalid_arguments', 'job_failed'].includes(code);

/** One line, cut to the length of a message. */
const shortMessage = (text: string): string => oneLine(text, maxMessageLength);
