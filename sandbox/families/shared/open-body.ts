import type { Call } from '../../engine/handler-call.ts';
import { invalid } from '../../engine/http/refusal.ts';

/** Fields of a body that the contract does not show. */
export type OpenBody = Readonly<Record<string, unknown>>;

export const textIn = (body: OpenBody, name: string): string | undefined => {
  const value = body[name];
  return typeof value === 'string' ? value : undefined;
};

export const numberIn = (body: OpenBody, name: string): number | undefined => {
  const value = body[name];
  return typeof value === 'number' ? value : undefined;
};

/** The first of these fields that holds text. Callers may use several names for the same value. */
export const firstText = (body: OpenBody, ...names: readonly string[]): string | undefined =>
  names.map((name) => textIn(body, name)).find((value) => value !== undefined && value.trim() !== '');

/** The first of these fields that holds text, otherwise any field that does. */
export const anyText = (body: OpenBody, ...names: readonly string[]): string | undefined =>
  firstText(body, ...names, ...Object.keys(body));

/** The web address in a request, if the contract requires one without naming its field; otherwise 422. */
export function webAddressIn({ input, openBody }: Call<{ readonly url?: unknown }>): string {
  const address = [input.url, ...Object.values(openBody).flat()].find(
    (one) => typeof one === 'string' && /^https?:\/\//i.test(one) && URL.canParse(one),
  );
  if (typeof address !== 'string') throw invalid({ url: ['The url field is required.'] });
  return address;
}
