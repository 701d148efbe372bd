/** A received JSON-RPC message, unchecked. */
export interface Message {
  readonly jsonrpc?: string;
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** The `structuredContent` of a tool's result. */
export interface Told {
  readonly ok: boolean;
  readonly data?: unknown;
  readonly page?: Record<string, unknown>;
  readonly job?: {
    readonly job_id: string;
    readonly state: string;
    readonly next?: string;
    readonly [name: string]: unknown;
  };
  readonly credits?: { readonly estimated: number; readonly charged?: number };
  readonly error?: Fault;
}

export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly outcome: string;
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly next?: string;
  readonly retry_after?: number;
  readonly [name: string]: unknown;
}

/** The result of `tools/call`, after a check that its two forms agree. */
export function outcomeOf({ result, error }: Message): Told {
  if (!result) throw new Error(`no result: ${JSON.stringify(error)}`);
  const structured = result['structuredContent'] as Told;
  const [text] = result['content'] as { type: string; text: string }[];
  if (text?.type !== 'text' || text.text !== JSON.stringify(structured))
    throw new Error('text and structuredContent differ');
  if ((result['isError'] ?? false) === structured.ok) throw new Error('isError and ok contradict each other');
  return structured;
}

/** A question of a result of the 2026-07-28 era. */
export interface InputRequest {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/** Makes a call as a host of 2026-07-28 does, which answers what it is asked until there is a result. */
export async function callAnswering(
  { request }: { request(method: string, params: object): Promise<Message> },
  name: string,
  args: object,
  respond: (asked: InputRequest) => unknown,
): Promise<Told> {
  let answer = await request('tools/call', { name, arguments: args });
  while (answer.result?.['resultType'] === 'input_required') {
    const { requestState, inputRequests } = answer.result;
    const asked = Object.entries(inputRequests as Record<string, InputRequest>);
    const inputResponses = Object.fromEntries(asked.map(([id, one]) => [id, respond(one)]));
    answer = await request('tools/call', { name, arguments: args, requestState, inputResponses });
  }
  return outcomeOf(answer);
}

/** The refusal that a tool answered with. */
export function fault(answer: Told): Fault {
  if (!answer.error || answer.ok) throw new Error(`no refusal: ${JSON.stringify(answer)}`);
  return answer.error;
}

export const initialize = (protocolVersion = '2025-11-25', capabilities: object = {}) => ({
  protocolVersion,
  capabilities,
  clientInfo: { name: 'referee', version: '1' },
});

/** What each request of the 2026-07-28 era says of itself. */
export const envelope = (capabilities: object = {}, version = '2026-07-28') => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientInfo': { name: 'referee', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': capabilities,
});
