/**
 * An error response of the platform: a status with its documented body. Throwing it rolls back what the request has
 * written. Defects of the sandbox are plain errors and answer 500.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>, headers: Readonly<Record<string, string>> = {}) {
    super(`${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** A refusal with a message only: most 403, 404 and 409, whose bodies the contract does not show. */
export const refuse = (status: number, message: string, more: Readonly<Record<string, unknown>> = {}): Refusal =>
  new Refusal(status, { message, ...more });

/** A refusal with one of the catalogued codes (docs/platform/errors.md#codes). */
export const coded = (
  status: number,
  code: string,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): Refusal => new Refusal(status, { message, error: { code, message }, ...more });

/** The flat body of docs/platform/errors.md#bodies. */
export const insufficientCredits = (required: number, available: number): Refusal =>
  new Refusal(402, { message: shortOf(required, available), error: 'insufficient_credits', required, available });

/** The structured one, of grounding and the content optimizer (docs/platform/errors.md#bodies). */
export const insufficientCreditsCoded = (required: number, available: number): Refusal =>
  new Refusal(402, {
    message: shortOf(required, available),
    error: { code: 'insufficient_credits', message: shortOf(required, available), required, available },
    required,
    available,
  });

const shortOf = (required: number, available: number): string =>
  `This needs ${required} credits; ${available} are available.`;

export const notFound = (what = 'thing'): Refusal => refuse(404, `There is no such ${what}.`);

/** A failed validation: reasons by field (docs/platform/errors.md#bodies). */
export function invalid(errors: Readonly<Record<string, readonly string[]>>): Refusal {
  const [first = 'The request is not valid.', ...others] = Object.values(errors).flat();
  return new Refusal(422, { message: others.length ? `${first} (and ${others.length} more)` : first, errors });
}
