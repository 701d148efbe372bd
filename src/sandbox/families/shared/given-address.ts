import type { Given } from '../../engine/given.ts';
import { invalid } from '../../engine/http/refusal.ts';

/** The web address among what was given, where the contract asks for one and does not name its field; else 422. */
export function givenAddress({ value, free }: Given): string {
  const found = [value('url'), ...Object.values(free).flat()].find(
    (one) => typeof one === 'string' && /^https?:\/\//i.test(one) && URL.canParse(one),
  );
  if (typeof found !== 'string') throw invalid({ url: ['The url field is required.'] });
  return found;
}
