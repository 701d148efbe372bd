import type { Input } from '../../../catalog/operation-types.ts';
import { hostOf } from '../shared/find-by-name.ts';

/** A request to track a brand; also an answer to its question. */
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

/** Subject, for the head of an answer. */
export const asked = ({ domain, brand }: TrackingOrder): { brand?: string; domain?: string } => ({
  ...(brand === undefined ? {} : { brand }),
  ...(domain === undefined ? {} : { domain: hostOf(domain) }),
});
