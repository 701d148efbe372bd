import type { Implementation } from '../implementation.ts';
import { minute } from '../../../src/catalog/vocabulary/index.ts';
import type { World } from '../world.ts';
import type { RateWindows } from './rate-windows.ts';
import { Refusal, refuse } from './refusal.ts';
import { json, type HttpResponse } from './reply.ts';

const address = /^(?:\/api\/v1)?\/share\/([^/]+)\/unlock$/;

/** The token in the address of a share's unlocking, if it is one. */
export const sharedTokenIn = (pathname: string): string | undefined => address.exec(pathname)?.[1];

/** The parts of the platform that shares need. */
interface SharingPlatform {
  readonly world: World;
  readonly rates: RateWindows;
  /** Requests a minute and token; 0 lifts every limit. */
  readonly rate: number;
  readonly families: ReadonlyMap<string, Implementation>;
}

/**
 * docs/platform/limits.md#special-limits: POST /share/<token>/unlock is open to everybody, 5 times a minute. Its effect is
 * not documented; no share of the sandbox is locked, so a live one answers with its link, and anything else is 404.
 */
export function unlockShare(
  { families, world, rates, rate }: SharingPlatform,
  method: string,
  token: string,
): HttpResponse {
  if (method !== 'POST')
    throw new Refusal(405, { message: 'The address does not know this method.' }, { allow: 'POST' });
  if (rate > 0) rates([{ limit: { bucket: 'share.unlock', requests: 5, per: minute, scope: 'token' }, key: token }]);
  world.jobs.advance(world, world.now());
  const public_url = [...families.values()]
    .map(({ sharedAt }) => sharedAt?.(world, token))
    .find((url) => url !== undefined);
  if (public_url === undefined) throw refuse(404, 'There is no such share.');
  return json(200, { unlocked: true, public_url });
}
