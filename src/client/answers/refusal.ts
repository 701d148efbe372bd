import type { Operation } from '../../catalog/index.ts';
import { isFields, type Fields } from '../../base/json/is-fields.ts';
import type { WireResponse } from '../http/transport/transport.ts';
import { envelopeFields, isShown } from './content.ts';
import { readJson } from './read-json.ts';
import { platformRefusal } from '../http/platform-refusal.ts';

/** @throws VisibilityError for a refusal that came with the status of a success */
export function throwIfRefused(operation: Operation, { status, body }: Pick<WireResponse, 'status' | 'body'>): void {
  const content = body.byteLength <= maxRefusalBytes ? parsed(body) : undefined;
  if (isRefusal(operation, status, content)) throw platformRefusal(operation, status, content);
}

/** Maximum bytes of a refusal. A longer answer has content. */
const maxRefusalBytes = 16 * 1024;

function parsed(body: Uint8Array): unknown {
  try {
    return readJson(body);
  } catch {
    return undefined;
  }
}

/**
 * Whether an answer refuses the call and has no content: it holds an error, or a `success` or `ok` that is false, or nothing but a
 * message where the documents show fields. A message with 202 is an acceptance.
 */
function isRefusal({ answer }: Operation, status: number, body: unknown): boolean {
  if (!isFields(body)) return false;
  const shape: Fields = 'shape' in answer ? answer.shape : {};
  const isDeclared = (name: string): boolean => Object.hasOwn(shape, name);
  const isDenied = Object.entries(body).some(
    ([name, value]) => ['success', 'ok'].includes(name) && value === false && !isDeclared(name),
  );
  const holdsError =
    isDenied ||
    errorFields.some((name) => !isDeclared(name) && !isEmpty(body[name])) ||
    deniedStatus.has(body['status'] as string);
  const isOnlyMessage =
    status !== 202 && isShown(answer) && typeof body['message'] === 'string' && !isDeclared('message');
  return (holdsError || isOnlyMessage) && !Object.entries(body).some(isContent);

  /** Whether a field is content of the declared answer. A state is, unless the answer says that it failed as a whole. */
  function isContent([name, value]: [string, unknown]): boolean {
    if (isEmpty(value) || errorFields.includes(name) || name === 'meta' || name === 'links') return false;
    if (name === 'status' && isDeclared(name))
      return typeof value === 'string' && !isDenied && !deniedStatus.has(value) && !envelopeStatus.has(value);
    if (typeof value !== 'object') return isDeclared(name) && !envelopeFields.has(name);
    if (name === 'data' || isDeclared(name)) return true;
    // An object under another name is content only if it holds the declared answer.
    const members = isFields(value) ? Object.keys(value) : [];
    return !reasonFields.has(name) && members.some((member) => isDeclared(member) && !envelopeFields.has(member));
  }
}

const errorFields: readonly string[] = ['error', 'errors'];

/** Objects that give reasons of a refusal, whatever their fields are called. */
const reasonFields: ReadonlySet<string> = new Set(['details', 'detail', 'debug', 'context']);

/** Values of `status` that describe the answer and not a job: that it failed, or that it succeeded. */
const deniedStatus: ReadonlySet<string> = new Set(['error', 'fail']);
const envelopeStatus: ReadonlySet<string> = new Set(['success', 'ok']);

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0);
