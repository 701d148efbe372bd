/** Which forms of an answer a request accepts. */
export interface AcceptedTypes {
  readonly json: boolean;
  readonly stream: boolean;
}

/** The value of `Accept` that the SDK requires. */
export const bothTypes = 'application/json, text/event-stream';

/** Reads `Accept` by RFC 9110, section 12.5.1: a missing header and wildcards accept everything. */
export function acceptedTypes(headers: Headers): AcceptedTypes {
  const ranges = (headers.get('accept') || '*/*').split(',').map((one) => one.split(';', 1)[0]?.trim().toLowerCase());
  const accepts = (...names: string[]): boolean => ranges.some((range) => names.includes(range ?? ''));
  return {
    json: accepts('*/*', 'application/*', 'application/json'),
    stream: accepts('*/*', 'text/*', 'text/event-stream'),
  };
}

/**
 * The answers in a stream of events as one JSON document, for a client that accepts no stream. Notifications and keep-alives
 * become blanks before the document, so that proxies do not close the connection as idle.
 */
export function asDocument(answer: Response): Response {
  if (!answer.body || !answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer;
  const messages: string[] = [];
  let text = '';
  const toDocument = new TransformStream<string, string>({
    transform(chunk, controller) {
      const events = (text + chunk).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (.+)$/m.exec(event)?.[1];
        if (data !== undefined && !('method' in (JSON.parse(data) as object))) messages.push(data);
        else controller.enqueue(' ');
      }
    },
    flush: (controller) => controller.enqueue(messages.length === 1 ? (messages[0] ?? '') : `[${messages.join(',')}]`),
  });
  const headers = new Headers(answer.headers);
  headers.set('content-type', 'application/json');
  const body = answer.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(toDocument)
    .pipeThrough(new TextEncoderStream());
  return new Response(body, { status: answer.status, headers });
}
