import type { Input } from '../../../catalog/operation-types.ts';
import { hostOf } from '../shared/find-by-name.ts';

/** What somebody says who wants a brand tracked, also as the answer to a question. */
export interface TrackingOrder {
  readonly domain?: string;
  readonly brand?: string;
  readonly country?: string;
  readonly language?: string;
  readonly prompts?: string[];
  readonly platforms?: Input<'ingest.start'>['platforms'];
  readonly frequency?: string;
  readonly confirm?: boolean;
  readonly auto_confirm?: boolean;
  readonly first_run?: boolean;
}

/** What it is about, for the head of an answer. */
export const asked = ({ domain, brand }: TrackingOrder): { brand?: string; domain?: string } => ({
  ...(brand === undefined ? {} : { brand }),
  ...(domain === undefined ? {} : { domain: hostOf(domain) }),
});
