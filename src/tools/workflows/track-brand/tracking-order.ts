import type { Input } from '../../../catalog/operation-types.ts';
import { hostOf } from '../../../platform/project-names.ts';

/** A request to track a brand; also an answer to its question. */
export interface TrackingOrder {
  readonly domain?: string | undefined;
  readonly brand?: string | undefined;
  readonly country?: string | undefined;
  readonly language?: string | undefined;
  readonly prompts?: string[] | undefined;
  readonly platforms?: Input<'ingest.start'>['platforms'] | undefined;
  readonly frequency?: string | undefined;
  readonly confirm?: boolean | undefined;
  readonly auto_confirm?: boolean | undefined;
  readonly first_run?: boolean | undefined;
}

/** Subject, for the head of an answer. */
export const asked = ({
  domain,
  brand,
}: TrackingOrder): { brand?: string | undefined; domain?: string | undefined } => ({
  brand,
  domain: domain === undefined ? undefined : hostOf(domain),
});
