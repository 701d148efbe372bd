import type { Call } from '../../engine/call.ts';
import { invalid } from '../../engine/http/refusal.ts';

/** The web address in a request, where the contract asks for one and does not name its field; else 422. */
export function webAddressIn({ input, openBody }: Call<{ readonly url?: unknown }>): string {
  const found = [input.url, ...Object.values(openBody).flat()].find(
    (one) => typeof one === 'string' && /^https?:\/\//i.test(one) && URL.canParse(one),
  );
  if (typeof found !== 'string') throw invalid({ url: ['The url field is required.'] });
  return found;
}
